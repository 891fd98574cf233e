import { env, waitUntil } from "cloudflare:workers";
import { createHmac, scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { account, session, user } from "../../src/database/schema/identity.ts";
import { createApp } from "../../src/http/app.ts";
import { createAuth } from "../../src/tenancy/sign-in/auth.ts";
import { fromOwnOrigin } from "../../src/tenancy/sign-in/own-origin.ts";
import { personOfCookie } from "../../src/tenancy/sign-in/person-of-cookie.ts";
import { createServices } from "../../workers/services.ts";
import {
  appOf,
  Browser,
  database,
  newOrganization,
  ORIGIN,
  PASSWORD,
  signedIn,
  signUp,
} from "./support/browser.ts";

const PUBLIC_URL = "https://memtrace.example";

test("T13 a password of nine characters is refused, and one of ten is accepted", async () => {
  const signUpWith = (password: string) =>
    new Browser().post("/sign-up/email", {
      name: "Ada",
      email: `${crypto.randomUUID()}@example.com`,
      password,
    });
  expect((await signUpWith("tulip+mop")).status).toBe(400);
  expect((await signUpWith("tulip+mop7")).status).toBe(200);
});

test("T13 the password is stored as scrypt with its own salt", async () => {
  const hashOf = async (name: string) => {
    const email = `${name}@${crypto.randomUUID()}.example`;
    await new Browser().post("/sign-up/email", { name, email, password: PASSWORD });
    const [row] = await database
      .select({ password: account.password })
      .from(account)
      .innerJoin(user, eq(user.id, account.userId))
      .where(eq(user.email, email));
    return row?.password ?? "";
  };
  const [one, other] = [await hashOf("a"), await hashOf("b")];
  const [salt = "", key] = one.split(":");
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_048_576 };
  expect(scryptSync(PASSWORD, salt, 64, cost).toString("hex")).toBe(key);
  expect(other.split(":")[0]).not.toBe(salt);
});

test("T13 sign-in accepts only the right password", async () => {
  const { email } = await signUp("Ada");
  const browser = new Browser();
  const wrong = await browser.post("/sign-in/email", { email, password: `${PASSWORD}!` });
  expect(wrong.status).toBe(401);
  expect(await signedIn(browser.headers)).toBeNull();
  expect((await browser.post("/sign-in/email", { email, password: PASSWORD })).status).toBe(200);
  expect(await signedIn(browser.headers)).toMatchObject({ name: "Ada", email });
});

test("T14 in production, the cookie is __Host-, Secure, HttpOnly and Lax for 7 days", async () => {
  const browser = new Browser(appOf(PUBLIC_URL), PUBLIC_URL);
  const { email } = await signUp("Ada", browser);
  const answer = await browser.post("/sign-in/email", { email, password: PASSWORD });
  const cookies = answer.headers.getSetCookie().filter((cookie) => /session/.test(cookie));
  expect(cookies).toHaveLength(1);
  const attributes = (cookies[0] ?? "").split("; ").map((part) => part.toLowerCase());
  expect(attributes[0]).toMatch(/^__host-memtrace\.session_token=/);
  expect(attributes.slice(1).sort()).toEqual(
    ["max-age=604800", "path=/", "httponly", "secure", "samesite=lax"].sort(),
  );
  expect(await (await browser.get("/get-session")).json()).not.toBeNull();
});

test("T14 in development, the cookie works without TLS", async () => {
  const { email } = await signUp("Ada");
  const answer = await new Browser().post("/sign-in/email", { email, password: PASSWORD });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^memtrace\.session_token=.*HttpOnly; SameSite=Lax/);
  expect(cookie).not.toMatch(/secure/i);
});

test("T15 a change with a cookie is refused if it comes from another origin or none", async () => {
  const { browser } = await signUp("Ada");
  const create = (from: string | null) =>
    browser.post("/organization/create", { name: "Acme", slug: crypto.randomUUID() }, from);
  for (const origin of ["https://evil.example", "null", `${ORIGIN}.evil.example`, null])
    expect((await create(origin)).status).toBe(403);
  expect((await create(ORIGIN)).status).toBe(200);
});

test("T15 a sign-in from another origin is refused", async () => {
  const { email } = await signUp("Ada");
  const signIn = { email, password: PASSWORD };
  const foreign = await new Browser().post("/sign-in/email", signIn, "https://evil.example");
  expect(foreign.status).toBe(403);
});

test("T15 the loopback address that serves the request counts as an own origin only in development", async () => {
  const { email } = await signUp("Ada");
  const signIn = (origin: string, app?: ReturnType<typeof appOf>) =>
    new Browser(app, origin).post("/sign-in/email", { email, password: PASSWORD });
  expect((await signIn("http://localhost:8787")).status).toBe(200);
  expect((await signIn("http://127.0.0.1:4000")).status).toBe(200);
  expect((await signIn("http://evil.example")).status).toBe(403);
  expect((await signIn("http://localhost:8787", appOf(PUBLIC_URL))).status).toBe(403);
});

test("T15 only the product's own pages may use the cookie for a change", () => {
  const from = (origin: string | null, url: string, development: boolean) => {
    const headers = new Headers(origin === null ? {} : { origin });
    const publicUrl = "https://memtrace.example/";
    return fromOwnOrigin({ publicUrl, development }, new Request(url, { headers }));
  };
  const url = "https://memtrace.example/v1/cases";
  expect(from("https://memtrace.example", url, false)).toBe(true);
  for (const origin of [
    "http://memtrace.example",
    "https://evil.example",
    "https://memtrace.example:8443",
    "https://memtrace.example.evil.example",
    "null",
    "",
    null,
  ])
    expect(from(origin, url, true)).toBe(false);
  const local = "http://127.0.0.1:8787";
  expect(from(local, `${local}/v1/cases`, true)).toBe(true);
  expect(from(local, `${local}/v1/cases`, false)).toBe(false);
  expect(from("http://127.0.0.1:9999", `${local}/v1/cases`, true)).toBe(false);
  expect(from("http://evil.example", "http://evil.example/v1/cases", true)).toBe(false);
});

test("T16 a cookie signs nobody in after sign-out", async () => {
  const { browser, id } = await signUp("Ada");
  const stolen = browser.headers;
  expect((await signedIn(stolen))?.id).toBe(id);
  expect((await browser.post("/sign-out", {})).status).toBe(200);
  expect(await signedIn(stolen)).toBeNull();
});

test("T16 a forged or unsigned cookie signs nobody in", async () => {
  const { browser } = await signUp("Ada");
  const cookie = browser.headers.get("cookie") ?? "";
  const unsigned = cookie.replace(/\.[^.]*$/, "");
  const token = unsigned.slice(unsigned.indexOf("=") + 1);
  const sign = (secret: string) =>
    encodeURIComponent(createHmac("sha256", secret).update(token).digest("base64"));
  expect(await signedIn(new Headers({ cookie: `${unsigned}.${sign(env.AUTH_SECRET)}` }))).toEqual(
    expect.objectContaining({ name: "Ada" }),
  );
  for (const forged of [
    unsigned,
    `${unsigned}.AAAA`,
    `${unsigned}.${sign("another secret of thirty-two characters or more")}`,
    cookie.replace("session_token=", "session_token=x"),
    cookie.replace("memtrace.", "__Secure-memtrace."),
    "memtrace.session_token=x",
    "",
  ])
    expect(await signedIn(new Headers({ cookie: forged }))).toBeNull();
});

test("T16 a cookie of an ended session signs nobody in", async () => {
  const { browser, id } = await signUp("Ada");
  const ended = { expiresAt: new Date(Date.now() - 1_000) };
  await database.update(session).set(ended).where(eq(session.userId, id));
  expect(await signedIn(browser.headers)).toBeNull();
});

test("T19 sign-in does not start if its secret is missing or short", async () => {
  for (const secret of ["", "x".repeat(31)]) {
    const options = { database, secret, development: true };
    expect(() =>
      createAuth({ ...options, publicUrl: ORIGIN, withoutSso: async () => undefined }),
    ).toThrow("AUTH_SECRET");
    const reading = { ...options, now: Date.now, background: () => undefined };
    const cookie = "memtrace.session_token=token.AAAA";
    await expect(personOfCookie(reading, new Headers({ cookie }))).rejects.toThrow("AUTH_SECRET");
  }
});

test("T200 a request of a signed-in person looks up its cookie only once", async () => {
  const person = await signUp("ada");
  const organizationId = await newOrganization(person);
  let lookUps = 0;
  const app = createApp(() => {
    const services = createServices(env, waitUntil);
    const personOf = (headers: Headers) => {
      lookUps += 1;
      return services.personOf(headers);
    };
    return { ...services, personOf };
  });
  const headers = person.browser.headers;
  headers.set("content-type", "application/json");
  headers.set("origin", ORIGIN);
  for (const [method, path, body] of [
    ["GET", "/organization/list", undefined],
    ["POST", "/organization/update", { organizationId, data: { name: "Acme Two" } }],
  ] as const) {
    lookUps = 0;
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    const answer = await app.fetch(new Request(`${ORIGIN}/api/auth${path}`, init));
    expect([path, answer.status, lookUps]).toEqual([path, 200, 1]);
  }
});
