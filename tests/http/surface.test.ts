import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import { createServices } from "../../workers/services.ts";
import { operationsOf, readDescription } from "../workers/support/every-operation.ts";
import { clientOf, newProject, send } from "../workers/support/tenants.ts";

const services = () => createServices(env, () => undefined);

test("H1 the description holds every route of the API and no other", async () => {
  const routes = createApp(services)
    .routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/v1/"))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
    .filter((route) => route !== "GET /v1/openapi.json");
  const described = operationsOf(await readDescription()).map(
    ({ method, path }) => `${method.toUpperCase()} ${path}`,
  );
  expect([...described].sort()).toEqual([...new Set(routes)].sort());
});

test("H2 the description is complete: references resolve, and parameters, schemes and failures are declared", async () => {
  const description = await readDescription();
  const text = JSON.stringify(description);
  expect(description.openapi).toBe("3.1.0");
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((node, key) => (Object(node) as Record<string, unknown>)[key], description);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer ?? "");
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter((pointer) => at(pointer) === undefined)).toEqual([]);
  for (const scheme of ["key", "signIn"]) {
    expect(at(`#/components/securitySchemes/${scheme}`)).toBeDefined();
  }
  for (const { method, path, parameters, responses } of operationsOf(description)) {
    const declared = description.paths[path]?.[method];
    expect(declared).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] });
    for (const name of parameters) {
      const parameter = expect.objectContaining({ name, in: "path", required: true });
      expect(declared).toHaveProperty("parameters", expect.arrayContaining([parameter]));
    }
    expect(responses).toEqual(expect.arrayContaining(["401", "500"]));
    expect(responses.some((status) => /^(101|2)/.test(status))).toBe(true);
  }
});

test("H429 no cache may store an answer about a project, not even a refusal", async () => {
  const { key } = await newProject();
  const headers = { authorization: `Bearer ${key}` };
  for (const [path, request] of [
    ["/v1/cases", { headers }],
    ["/v1/cases/none", { headers }],
    ["/v1/cases", {}],
    ["/v1/cases", { headers, method: "OPTIONS" }],
    ["/v1/shared/none", {}],
    ["/v1/none", { headers }],
  ] as const) {
    const answer = await send(path, request);
    expect([path, answer.headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
});

test("H3 the page of the API is HTML without an inline script", async () => {
  const page = await send("/docs/api");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  const scripts = [...(await page.text()).matchAll(/<script([^>]*)>([^<]*)</g)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, , content] of scripts) expect(content?.trim()).toBe("");
});

test("H4 the health route answers without a key", async () => {
  const answer = await send("/health");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ok: true });
});

test("H5 every failure has the same form, with an id that is also in the header", async () => {
  const tenant = await newProject();
  const headers = { authorization: `Bearer ${tenant.key}` };
  const failures: [string, RequestInit, number, string][] = [
    ["/nowhere", {}, 404, "not_found"],
    ["/v1/nowhere", { headers }, 404, "not_found"],
    ["/v1/graphs/x", { method: "DELETE", headers }, 404, "not_found"],
    ["/v1/cases/x", { headers }, 404, "not_found"],
    ["/v1/whoami", {}, 401, "unauthorized"],
  ];
  for (const [path, request, status, code] of failures) {
    const answer = await send(path, request);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      error: {
        code,
        message: expect.any(String),
        docs: expect.stringMatching(/^http:\/\/memtrace\.test\/docs/),
        requestId: answer.headers.get("x-request-id"),
      },
    });
  }
});

test("H6 an unknown failure gives a fixed text that reveals nothing of its cause", async () => {
  const secret = "Failed at /srv/secret.ts:12";
  const app = createApp(() => ({
    ...services(),
    resolvePrincipal: async () => Promise.reject(new Error(secret)),
  }));
  const answer = await app.request("/v1/whoami", {}, env, createExecutionContext());
  expect(answer.status).toBe(500);
  const text = await answer.text();
  expect(text).not.toContain("secret");
  expect(JSON.parse(text)).toMatchObject({
    error: {
      code: "internal",
      message: "Something failed on our side. Repeating the request is safe.",
    },
  });
});

test("H288 a failure says that the request may be repeated only if that is safe", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { key } = await newProject();
  const said = async (cause: string, path: string, body: object) => {
    const newId = () => {
      throw new Error(cause);
    };
    const app = createApp(() => ({ ...services(), newId }));
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await app.request(`/v1/${path}`, init, env, createExecutionContext());
    const { error } = await answer.json<{ error: { message: string } }>();
    return `${answer.status} ${error.message}`;
  };
  const fault = "a fault of ours";
  const storage = "D1_ERROR: Network connection lost.";
  const once = ["webhooks", { url: "https://hooks.example.com/a" }] as const;
  const repeatable = ["datasets", { name: "pets" }] as const;
  expect(await said(fault, ...once)).toMatch(/^500 .*may have taken effect. Check that before/);
  expect(await said(storage, ...once)).toMatch(/^503 .*may have taken effect. Check that before/);
  expect(await said(fault, ...repeatable)).toMatch(/^500 .*Repeating the request is safe\.$/);
  expect(await said(storage, ...repeatable)).toMatch(/^503 .*Send the same request again/);
  log.mockRestore();
});

test("H13 a failed query is logged with its cause, without its parameters", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failed = new DrizzleQueryError("select ?", ["a customer's text"], new Error("D1_ERROR"));
  const app = createApp(() => ({
    ...services(),
    resolvePrincipal: async () => Promise.reject(failed),
  }));
  await app.request("/v1/whoami", {}, env, createExecutionContext());
  const logged = JSON.stringify(log.mock.calls);
  log.mockRestore();
  expect(logged).toContain("D1_ERROR");
  expect(logged).not.toContain("customer's text");
});

test("H7 a body that is not valid JSON is refused with the place, the type or the field", async () => {
  const { key } = await newProject();
  const post = async (body: string, type: string | undefined = "application/json") => {
    const headers = new Headers({ authorization: `Bearer ${key}` });
    if (type !== undefined) headers.set("content-type", type);
    const answer = await send("/v1/keys", { method: "POST", headers, body });
    const { error } = await answer.json<{ error: { code: string; message: string } }>();
    return { status: answer.status, ...error };
  };
  const malformed = await post('{"name":\n  CI}');
  expect(malformed).toMatchObject({ status: 400, code: "invalid_json" });
  expect(malformed.message).toContain("Line 2, column 3");
  expect(await post("")).toMatchObject({ status: 400, code: "invalid_json" });
  expect(await post('{"name":"CI"}', "text/plain")).toMatchObject({
    status: 415,
    code: "unsupported_media_type",
  });
  const field = await post('{"name":"CI","scopes":["all"]}');
  expect(field).toMatchObject({ status: 400, code: "invalid_request" });
  expect(field.message).toContain("scopes.0");
  expect(await post(`{"name":"${"x".repeat(1024 * 1024)}"}`)).toMatchObject({
    status: 413,
    code: "too_large",
  });
});

test("H8 HEAD answers like GET without a body, and OPTIONS allows nothing to other origins", async () => {
  const { key } = await newProject();
  const headers = { authorization: `Bearer ${key}`, origin: "https://evil.example" };
  const head = await send("/v1/whoami", { method: "HEAD", headers });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const options = await send("/v1/whoami", { method: "OPTIONS", headers });
  expect(options.headers.get("access-control-allow-origin")).toBeNull();
});

test("H9 a key is shown once over HTTP and stops working when it is revoked", async () => {
  const { key, project } = await newProject();
  const api = clientOf(key);
  const expiresAt = "9999-12-31T00:00:00.000Z";
  const wanted = { name: "CI", scopes: ["read" as const], expiresAt };
  const created = await api("POST /keys", { body: wanted });
  const whoami = async () => clientOf(created.key).response("GET /whoami");
  expect(await (await whoami()).json()).toMatchObject({
    ...{ kind: "key", name: "CI", scopes: ["read"], expiresAt },
    project: { id: project, reportSchedule: "weekly" },
  });
  expect(await (await api.response("GET /keys")).text()).not.toContain(created.key);
  const revoked = await api.response("DELETE /keys/{key}", { params: { key: created.id } });
  expect((await revoked.json()).revokedAt).not.toBeNull();
  expect((await whoami()).status).toBe(401);
  const late = { name: "late", expiresAt: "2020-01-01T00:00:00.000Z" };
  expect((await api.response("POST /keys", { body: late })).status).toBe(400);
});

test("H10 a project's name, report schedule and retention can be changed separately", async () => {
  const { key } = await newProject();
  const api = clientOf(key);
  const change = async (json: Input<"PATCH /project">["body"]) =>
    api("PATCH /project", { body: json });
  expect(await change({ name: "Renamed" })).toMatchObject({
    name: "Renamed",
    reportSchedule: "weekly",
  });
  expect(await change({ reportSchedule: "off" })).toMatchObject({
    name: "Renamed",
    reportSchedule: "off",
  });
  expect(await change({ retentionDays: 30 })).toMatchObject({
    name: "Renamed",
    retentionDays: 30,
  });
  expect(await change({})).toMatchObject({
    name: "Renamed",
    reportSchedule: "off",
    retentionDays: 30,
  });
  expect(await change({ retentionDays: null })).toMatchObject({ retentionDays: null });
  for (const retentionDays of [0, -1, 1.5, 3_651]) {
    expect((await api.response("PATCH /project", { body: { retentionDays } })).status).toBe(400);
  }
});
