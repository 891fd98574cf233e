/** Reports after every N attributions of some cases only. */
import { beforeEach, expect, test } from "vitest";
import type { ReportFilter } from "../../src/protocol/api/insights/reports.ts";
import { rowsWith } from "./support/remains.ts";
import { storeAttributed, type Verdict } from "./support/stored-attributions.ts";
import { sweepInsights } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { note, sendPacked } from "./support/traces.ts";

const HOUR = 3_600_000;
/** Not within the fifth minute of an hour, when scheduled reports are made. */
const SWEPT = Math.floor(Date.now() / HOUR) * HOUR + 7 * 60_000;
const LOST: Verdict = { errorType: "RetrievalError", opName: "search" };
const OMITTED: Verdict = { errorType: "ExtractionError", opName: "extract" };

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let at: number;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  at = Date.now() - 3 * HOUR;
  await sendPacked(tenant.key, [note("g", "a")]);
});

const attributed = async (...verdicts: Verdict[]) => {
  at += 1_000;
  await storeAttributed(tenant.project, "g", at, verdicts);
  return new Date(at).toISOString();
};
const after = (reportAfterFilter: ReportFilter) =>
  api("PATCH /project", { body: { reportAfter: 5, reportAfterFilter } });
const reports = async () => {
  await sweepInsights(tenant.project, SWEPT);
  return (await api("GET /reports")).items;
};

test("R108 only attributions that match the filters count, and the report keeps the filters", async () => {
  const filter: ReportFilter = { errorType: "RetrievalError", system: "mem0" };
  expect(await after(filter)).toMatchObject({ reportAfter: 5, reportAfterFilter: filter });
  expect(await api("GET /project")).toMatchObject({ reportAfterFilter: filter, reportFilter: {} });
  await attributed(OMITTED, OMITTED, OMITTED, OMITTED, OMITTED, OMITTED);
  expect(await reports()).toEqual([]);
  const first = await attributed(LOST, LOST, LOST, OMITTED);
  expect(await reports()).toEqual([]);
  await attributed(LOST, OMITTED, OMITTED);
  expect(await reports()).toEqual([]);
  await attributed(LOST, OMITTED);
  const [made, ...more] = await reports();
  expect(more).toEqual([]);
  expect(made).toMatchObject({ trigger: "attributions", filter, from: first });
  const report = await api("GET /reports/{report}", { params: { report: made?.id ?? "" } });
  expect(report.body.cases).toBe(5);
  expect(report.headline).toContain("that the filters select");
  await attributed(LOST, LOST, LOST, LOST, OMITTED);
  expect(await reports()).toHaveLength(1);
  await attributed(LOST);
  expect(await reports()).toHaveLength(2);
});

test("R108 after a change of the filters or the number, the same attributions are counted again", async () => {
  await after({ opName: "update" });
  await attributed(LOST, LOST, OMITTED, OMITTED, OMITTED);
  expect(await reports()).toEqual([]);
  await after({ outcome: "attributed" });
  expect(await reports()).toHaveLength(1);
  await after({ opName: "search" });
  await attributed(OMITTED, OMITTED, OMITTED, OMITTED, OMITTED);
  expect(await reports()).toHaveLength(1);
  await after({});
  expect(await reports()).toHaveLength(2);
});

test("R108 the error names an unknown field, and unknown names are not found", async () => {
  const body = { reportAfterFilter: { from: "2026-01-01T00:00:00.000Z" } } as object;
  const refused = await api.response("PATCH /project", { body });
  expect([refused.status, await refused.text()]).toEqual([
    ...[400, expect.stringContaining("reportAfterFilter.from: is not known here.")],
  ]);
  const unknown = { reportAfterFilter: { graphs: ["none"] } };
  expect((await api.response("PATCH /project", { body: unknown })).status).toBe(404);
  expect(await api("GET /project")).toMatchObject({ reportAfterFilter: {} });
});

test("R107 if an end user of the filters is deleted, the report says so and the settings show the word deleted", async () => {
  const [ada, bob] = [`ada-${tenant.project}@example.com`, `bob-${tenant.project}@example.com`];
  const named = (graph: string, user: string) =>
    ({ type: "graph", id: `${graph}-user`, graph, at: 1, user }) as const;
  await sendPacked(tenant.key, [named("g", bob), note("h", "a"), named("h", ada)]);
  await after({ users: [ada, bob] });
  await api("DELETE /users/{user}", { params: { user: ada } });
  expect(await rowsWith(ada)).toEqual({});
  const left = { users: ["deleted", bob] };
  expect(await api("GET /project")).toMatchObject({ reportAfterFilter: left });
  await attributed(LOST, LOST, LOST, LOST, LOST);
  const [made] = await reports();
  expect(made).toMatchObject({ trigger: "attributions", filter: left });
  expect(made?.headline).toMatch(/; the filters name an end user that no longer exists\.$/);
});
