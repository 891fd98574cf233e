/** Scheduled reports on some cases only, and what they say about names that were deleted. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { ReportFilter } from "../../src/protocol/api/insights/reports.ts";
import { bucketStart } from "../../src/reports/over-time.ts";
import { rowsWith } from "./support/remains.ts";
import { sweepInsights } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time of an hour at which the sweep makes scheduled reports. */
const REPORTING = Math.floor(Date.now() / HOUR) * HOUR + 5 * MINUTE;
const MONDAY = bucketStart(Date.now() - 4 * MINUTE, "week");

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let ada: string;
let bob: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  ada = `ada-${tenant.project}@example.com`;
  bob = `bob-${tenant.project}@example.com`;
  for (const [graph, user] of [
    ["g1", ada],
    ["g2", bob],
  ] as const) {
    const named = { type: "graph", id: `${graph}-user`, graph, at: 1, user } as const;
    await sendPacked(tenant.key, [named, ...forgottenDog(graph), failingVerdict(graph)]);
  }
  await until(async () => {
    const { items } = await api("GET /cases", { query: { state: "done" } });
    return items.length === 2 || undefined;
  });
  await run("update failed_case set occurred_at = ? where project = ?", MONDAY - HOUR);
  await run("update project set first_event_at = ? where id = ?", MONDAY - HOUR);
});

const run = (statement: string, at: number) =>
  env.DB.prepare(statement).bind(at, tenant.project).run();

const select = (reportFilter: ReportFilter) => api("PATCH /project", { body: { reportFilter } });

/** Makes the report of the last week. */
const scheduled = async () => {
  await sweepInsights(tenant.project, REPORTING);
  const [made, ...more] = (await api("GET /reports")).items;
  expect(more).toEqual([]);
  return api("GET /reports/{report}", { params: { report: made?.id ?? "" } });
};

test("R106 the reports of a schedule keep its filters and count only the matching cases", async () => {
  const filter: ReportFilter = { system: "mem0", users: [ada], subKind: "omitted" };
  expect(await select(filter)).toMatchObject({ reportFilter: filter, reportSchedule: "weekly" });
  expect(await api("PATCH /project", { body: { name: "Renamed" } })).toMatchObject({
    reportFilter: filter,
  });
  const report = await scheduled();
  expect(report).toMatchObject({
    ...{ trigger: "schedule", filter, to: new Date(MONDAY).toISOString() },
    headline: "The only wrong answer that the filters select was lost in extraction, at extract.",
    body: { cases: 1, overview: { graphs: 1 } },
  });
  expect(await select({})).toMatchObject({ reportFilter: {} });
});

test("R106 the error names an unknown field of a schedule's filters, and unknown names are not found", async () => {
  for (const [field, hint] of [
    ["sistem", "Did you mean system?"],
    ["from", "reportFilter.from: is not known here."],
  ] as const) {
    const body = { reportFilter: { [field]: "2026-01-01T00:00:00.000Z" } } as object;
    const refused = await api.response("PATCH /project", { body });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(hint);
  }
  for (const reportFilter of [{ graphs: ["none"] }, { finding: "none" }, { dataset: "none" }]) {
    const missing = await api.response("PATCH /project", { body: { reportFilter } });
    expect([missing.status, reportFilter]).toEqual([404, reportFilter]);
  }
  expect(await api("GET /project")).toMatchObject({ reportFilter: {} });
});

test("R107 if an end user of a schedule was deleted, the report says so and counts the others", async () => {
  await select({ users: [ada, bob], graphs: ["g1", "g2"] });
  await api("DELETE /users/{user}", { params: { user: ada } });
  expect(await rowsWith(ada)).toEqual({});
  const left = { users: ["deleted", bob], graphs: ["deleted", "g2"] };
  expect(await api("GET /project")).toMatchObject({ reportFilter: left });
  const report = await scheduled();
  expect(report).toMatchObject({ filter: left, body: { cases: 1 } });
  expect(report.headline).toMatch(
    /; the filters name a graph and an end user that no longer exist\.$/,
  );
  expect(report.body.overview.text[0]).toBe(
    "The filters name a graph and an end user that no longer exist, so no case is counted for them.",
  );
});

test("R107 if the dataset of a schedule was deleted, the report counts no case and says so", async () => {
  const { id: dataset } = await api("POST /datasets", { body: { name: "dogs" } });
  await api("POST /datasets/{dataset}/cases", { params: { dataset }, body: { graphs: ["g1"] } });
  await select({ dataset });
  await api("DELETE /datasets/{dataset}", { params: { dataset } });
  expect(await scheduled()).toMatchObject({
    ...{ filter: { dataset }, body: { cases: 0 } },
    headline:
      "There were no wrong answers that the filters select; the filters name a dataset that no longer exists.",
  });
});
