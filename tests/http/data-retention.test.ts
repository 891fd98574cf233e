import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { expireData } from "../../src/database/privacy/expire-data.ts";
import { DEFAULT_RETENTION } from "../../src/protocol/api/privacy/retention.ts";
import { database } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { clientOf, newKey, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";

const DAY = 24 * 3_600_000;
const MOST = 1_000;

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

const expire = (days: number) => expireData(database, Date.now() + days * DAY, MOST);

test("H490 a project without settings has the defaults, and settings out of bounds are refused", async () => {
  expect(await api("GET /project/retention")).toEqual(DEFAULT_RETENTION);
  for (const wrong of [{ cases: 0 }, { deliveries: 6 }, { usage: 61 }, { reports: 3_651 }]) {
    const body = { ...DEFAULT_RETENTION, ...wrong };
    expect((await api.response("PUT /project/retention", { body })).status).toBe(400);
  }
  const body = { ...DEFAULT_RETENTION, cases: 30 };
  expect(await api("PUT /project/retention", { body })).toEqual(body);
  const reader = clientOf(await newKey(tenant.project, ["read"]));
  expect(await reader("GET /project/retention")).toEqual(body);
  expect((await reader.response("PUT /project/retention", { body })).status).toBe(403);
});

test("H491 an old case is deleted with labels, links and quotes, and its graph does not recreate it", async () => {
  const graph = `graph-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  const found = await attributedCase(api, graph);
  const label = { errorType: "UpdateError", op: null, link: null, reason: "" } as const;
  await api("PUT /cases/{case}/label", { params: { case: found.id }, body: label });
  await api("POST /links", { body: { kind: "case", target: found.id } });
  const report = await api("POST /reports", { body: {} });
  await api("PUT /project/retention", { body: { ...DEFAULT_RETENTION, cases: 30 } });
  await expire(29);
  expect((await api("GET /cases")).items).toHaveLength(1);
  await expire(31);
  expect((await api("GET /cases")).items).toEqual([]);
  expect(Object.keys(await rowsWith(found.id))).toEqual(["expired_case"]);
  expect(await api("GET /reports/{report}", { params: { report: report.id } })).toMatchObject({
    id: report.id,
  });
  await api("POST /graphs/{graph}/examine", { params: { graph } });
  await sendEvents(tenant.key, [failingVerdict(graph, "later")]);
  await attributedCaseOrNone(graph);
  expect((await api("GET /cases")).items).toEqual([]);
});

/** Waits until the graph was searched for wrong answers up to the last one. */
async function attributedCaseOrNone(graph: string) {
  await api("GET /graphs/{graph}", { params: { graph } });
  const examined = () =>
    env.DB.prepare(
      "select 1 from graph where project = ? and id = ? and examined_revision >= wanted_revision",
    )
      .bind(tenant.project, graph)
      .first();
  await expect.poll(examined, { timeout: 40_000 }).not.toBeNull();
}

test("H492 ended deliveries, reports and usage counts are deleted after their days; waiting deliveries stay", async () => {
  const url = "https://hooks.example.com/";
  const endpoint = await api("POST /webhooks", { body: { url, events: ["report.ready"] } });
  const add = (id: string, state: string) =>
    env.DB.prepare(
      "insert into delivery (id, project, endpoint, event, payload, state, attempts, created_at, round, replays) values (?, ?, ?, 'report.ready', '{}', ?, '[]', ?, 0, 0)",
    )
      .bind(`${id}-${tenant.project}`, tenant.project, endpoint.id, state, Date.now())
      .run();
  await add("ended", "delivered");
  await add("waiting", "queued");
  await env.DB.prepare("insert into usage_day (organization, project, day) values (?, ?, ?)")
    .bind("org", tenant.project, new Date().toISOString().slice(0, 10))
    .run();
  const report = await api("POST /reports", { body: {} });
  const left = async () => {
    const rows = await rowsWith(tenant.project);
    return [rows.delivery?.length ?? 0, rows.report?.length ?? 0];
  };
  const days = async () =>
    (await env.DB.prepare("select day from usage_day where project = ?").bind(tenant.project).all())
      .results.length;
  const before = await left();
  await expire(80);
  expect(await left()).toEqual(before);
  await expire(91);
  const { items } = await api("GET /deliveries");
  expect(items.map(({ id }) => id)).not.toContain(`ended-${tenant.project}`);
  expect(items.map(({ id }) => id)).toContain(`waiting-${tenant.project}`);
  const params = { report: report.id };
  expect((await api.response("GET /reports/{report}", { params })).status).toBe(200);
  await api("PUT /project/retention", { body: { ...DEFAULT_RETENTION, reports: 10, usage: 62 } });
  await expire(11);
  expect((await api.response("GET /reports/{report}", { params })).status).toBe(404);
  expect(await days()).toBe(1);
  await expire(64);
  expect(await days()).toBe(0);
});
