import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { joinAs } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { bucket, keysOf, moveOld } from "../workers/support/cold-graph.ts";
import { graphObject } from "../workers/support/remains.ts";
import { clientAs, clientOf, newTenant, type Tenant } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let tenant: Tenant;
let owner: ReturnType<typeof clientAs>;
beforeEach(async () => {
  tenant = await newTenant();
  owner = clientAs(tenant.owner, tenant.project);
});

const begin = () =>
  owner.response("POST /exports", { body: { organization: tenant.organization } });

const ready = () =>
  until(async () => (await owner("GET /exports")).items.find(({ state }) => state === "ready"));

const unzipped = async (id: string, file: string) => {
  const params = { export: id, file };
  const answer = await owner.response("GET /exports/{export}/files/{file}", { params });
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)] as const),
  );
};

const linesOf = (text = "") =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("H496 an owner exports the organization: settings, graphs, cases, labels, reports and audit log", async () => {
  const graph = `graph of ${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  const api = clientOf(tenant.key);
  const found = await attributedCase(api, graph);
  const label = { errorType: "UpdateError", op: null, link: null, reason: "" } as const;
  await api("PUT /cases/{case}/label", { params: { case: found.id }, body: label });
  await api("POST /reports", { body: {} });
  const secret = "https://hooks.slack.com/services/T000/B000/very-secret";
  await api("POST /channels", { body: { kind: "slack", name: "On call", address: secret } });
  expect((await begin()).status).toBe(202);
  const made = await ready();
  const job = await api("GET /jobs/{job}", { params: { job: made.job } });
  expect(job).toMatchObject({ kind: "export", result: made.id });
  expect(made.files.map(({ name, graphs }) => [name, graphs])).toEqual([
    ["organization.zip", 0],
    [`${tenant.project}-0001.zip`, 1],
  ]);
  const organization = await unzipped(made.id, "organization.zip");
  expect(JSON.parse(organization["organization.json"] ?? "")).toMatchObject({
    id: tenant.organization,
    people: [{ email: tenant.owner.email, role: "owner" }],
  });
  const actions = linesOf(organization["audit-log.ndjson"]).map(({ action }) => action);
  expect(actions).toContain("export.create");
  const project = await unzipped(made.id, `${tenant.project}-0001.zip`);
  expect(JSON.parse(project["project.json"] ?? "").project.id).toBe(tenant.project);
  expect(linesOf(project["cases.ndjson"])).toMatchObject([{ id: found.id, graph }]);
  expect(linesOf(project["labels.ndjson"])).toHaveLength(1);
  expect(linesOf(project["reports.ndjson"])).toHaveLength(1);
  const file = Object.keys(project).find((name) => name.startsWith("graphs/")) ?? "";
  expect(Object.keys(JSON.parse(project[file] ?? "")).length).toBeGreaterThan(0);
  const everything = Object.values({ ...organization, ...project }).join("");
  for (const hidden of ["very-secret", tenant.key.slice(-20), "sealedKey", '"hash"'])
    expect(everything).not.toContain(hidden);
});

test("D46 an export replaces a graph that lost events by an error file, and has all other graphs", async () => {
  for (const graph of ["lost", "whole"]) {
    await sendEvents(tenant.key, forgottenDog(graph));
    await graphObject(tenant.project, graph).flush();
  }
  await moveOld(tenant.project, "lost");
  await bucket().delete(await keysOf(tenant.project));
  await begin();
  const made = await ready();
  const files = await unzipped(made.id, `${tenant.project}-0001.zip`);
  const graphs = Object.entries(files).filter(([name]) => name.startsWith("graphs/"));
  const [lost, whole] = ["lost.lost.txt", "whole.json"].map(
    (end) => graphs.find(([name]) => name.endsWith(end))?.[1] ?? "",
  );
  expect(graphs).toHaveLength(2);
  expect(lost).toContain("Events of the graph lost are lost");
  expect(whole).toContain("Works as a baker.");
});

test("H497 only a signed-in owner can export, and for everyone else the files do not exist", async () => {
  const body = { organization: tenant.organization };
  const admin = clientAs(await joinAs("admin", tenant.owner, tenant.organization), tenant.project);
  const key = clientOf(tenant.key);
  for (const client of [admin, key]) {
    expect((await client.response("POST /exports", { body })).status).toBe(403);
  }
  const wrong = await owner.response("POST /exports", { body: { organization: "another" } });
  expect(wrong.status).toBe(400);
  await begin();
  const { id } = await ready();
  const params = { export: id, file: "organization.zip" };
  for (const client of [admin, key]) {
    const answer = await client.response("GET /exports/{export}/files/{file}", { params });
    expect(answer.status).toBe(404);
  }
});

test("H498 a file works until the export expires or is ended, and the audit log records each download", async () => {
  await begin();
  const { id } = await ready();
  const params = { export: id, file: "organization.zip" };
  const statusOf = async () => {
    const answer = await owner.response("GET /exports/{export}/files/{file}", { params });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await statusOf()).toBe(200);
  const log = await owner("GET /audit", { query: { action: "export.download" } });
  const entry = { target: id, person: { id: tenant.owner.id } };
  const changes = [{ field: "file", to: '"organization.zip"' }];
  expect(log.items).toMatchObject([{ ...entry, changes }]);
  const setEnd = (at: number) =>
    env.DB.prepare("update organization_export set expires_at = ? where id = ?").bind(at, id).run();
  await setEnd(Date.now() - 1);
  expect(await statusOf()).toBe(404);
  await setEnd(Date.now() + 60_000);
  await owner("DELETE /exports/{export}", { params: { export: id } });
  expect(await statusOf()).toBe(404);
});

test("H499 an export with many graphs is split over several files", async () => {
  await env.DB.batch(
    Array.from({ length: 51 }, (_, index) =>
      env.DB.prepare(
        "insert into graph (project, id, created_at, updated_at, revision, sessions, operations, variables, links) values (?, ?, 0, 0, 0, 0, 0, 0, 0)",
      ).bind(tenant.project, `g-${`${index}`.padStart(3, "0")}`),
    ),
  );
  await begin();
  const { files } = await ready();
  expect(files.map(({ graphs }) => graphs)).toEqual([0, 50, 1]);
});
