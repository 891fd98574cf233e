import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Input } from "../../src/protocol/routes/client.ts";
import { joinAs, newOrganization, ORIGIN, type Person } from "../tenancy/support/browser.ts";
import { Receiver } from "../workers/support/receiver.ts";
import {
  clientOf,
  newProject,
  newTenant,
  type OwnProject,
  send,
} from "../workers/support/tenants.ts";
import {
  failingVerdict,
  forgottenDog,
  note,
  QUESTION,
  sendEvents,
} from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

/** The day on which the test traces were recorded. */
const DAY = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
const DAY_BEFORE = { from: "2026-03-03T00:00:00.000Z", to: DAY.from };

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const attributedCase = async (graph = "g"): Promise<string> => {
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  await api("GET /graphs/{graph}", { params: { graph } });
  return until(async () => {
    const query = { graph, state: "done" } as const;
    return (await api("GET /cases", { query })).items[0]?.id;
  });
};

const makeReport = async (json: { from?: string; to?: string }) =>
  api("POST /reports", { body: json });

test("R40 a requested report has the period's figures and typical cases, and can be read later", async () => {
  const id = await attributedCase();
  const report = await makeReport(DAY);
  expect(report).toMatchObject({
    ...{ ...DAY, trigger: "request" },
    body: {
      ...{
        cases: 1,
        attributed: 1,
        byType: [{ key: "ExtractionError", count: 1, bySubKind: [{ key: "omitted", count: 1 }] }],
      },
      bySystem: [{ key: "mem0", count: 1 }],
      findings: [
        { errorType: "ExtractionError", opName: "extract", cases: [{ id, query: QUESTION }] },
      ],
    },
  });
  const read = await api.response("GET /reports/{report}", { params: { report: report.id } });
  expect(await read.json()).toEqual(report);
  const { body: _, explanation: __, ...summary } = report;
  expect(await api("GET /reports")).toEqual({
    items: [summary],
    next: null,
  });
});

test("R41 a report is sent to the endpoints that subscribed to it", async () => {
  await api("POST /webhooks", {
    body: { url: "https://hooks.example.com/", events: ["report.ready"] },
  });
  const report = await makeReport(DAY);
  const told = await until(async () => receiver.ofType("report.ready")[0]);
  expect(JSON.parse(told.body).data).toMatchObject({
    report: report.id,
    headline: report.headline,
  });
});

test("R42 without a period, a report covers seven days; a reversed or too long period is refused", async () => {
  const { from, to } = await makeReport({});
  expect(Date.parse(to) - Date.parse(from)).toBe(7 * 24 * 3_600_000);
  expect(Math.abs(Date.parse(to) - Date.now())).toBeLessThan(60_000);
  const tooLong = { from: "2000-01-01T00:00:00.000Z", to: DAY.to };
  for (const period of [{ from: DAY.to, to: DAY.from }, tooLong]) {
    expect((await api.response("POST /reports", { body: period })).status).toBe(400);
    expect((await api.response("GET /distribution", { query: period })).status).toBe(400);
  }
});

test("R43 a report shows the changes since the previous period, if there was one", async () => {
  await attributedCase();
  expect((await makeReport(DAY)).body.changes).toBeNull();
  await env.DB.prepare("update project set first_event_at = ? where id = ?")
    .bind(Date.parse(DAY_BEFORE.from), tenant.project)
    .run();
  const before = await makeReport(DAY_BEFORE);
  expect((await makeReport(DAY)).body.changes).toMatchObject({
    since: DAY_BEFORE.from,
    previousReport: before.id,
    cases: { before: 0, now: 1 },
    byType: [{ key: "ExtractionError", before: 0, now: 1 }],
  });
});

test("R44 the distribution counts the cases that match the filters, and gives the time of the first event", async () => {
  const distribution = async (query: Input<"GET /distribution">["query"]) =>
    api("GET /distribution", { query });
  expect(await distribution({})).toMatchObject({ cases: 0, firstEventAt: null });
  await sendEvents(tenant.key, [note("other", "a")]);
  await attributedCase();
  expect(await distribution(DAY)).toMatchObject({
    ...{ ...DAY, cases: 1, attributed: 1, waiting: 0, failed: 0, bucket: "hour" },
    ...{ byOperation: [{ key: "extract", count: 1 }], firstEventAt: expect.any(String) },
  });
  expect((await distribution({ ...DAY, system: "zep" })).cases).toBe(0);
  expect((await distribution(DAY_BEFORE)).cases).toBe(0);
});

const asPerson = ({ browser }: Person): Headers => {
  const { headers } = browser;
  headers.set("origin", ORIGIN);
  headers.set("content-type", "application/json");
  return headers;
};

test("T46 a person lists the projects of their organizations, and owners create projects", async () => {
  const tenant = await newTenant();
  const { owner, organization, project } = tenant;
  const create = (person: Person, where: string) =>
    send("/v1/projects", {
      method: "POST",
      headers: asPerson(person),
      body: JSON.stringify({ organization: where, name: "Second" }),
    });
  const created = await create(owner, organization);
  expect(created.status).toBe(201);
  const { id } = await created.json<{ id: string }>();
  const listed = await send("/v1/projects", { headers: asPerson(owner) });
  const { items } = await listed.json<{ items: { id: string }[] }>();
  expect(items.map((item) => item.id)).toEqual([project, id]);
  const member = await joinAs("member", owner, organization);
  expect((await create(member, organization)).status).toBe(403);
  const elsewhere = await newOrganization((await newTenant()).owner);
  expect((await create(owner, elsewhere)).status).toBe(404);
  const byKey = { headers: { authorization: `Bearer ${tenant.key}` } };
  expect((await send("/v1/projects", byKey)).status).toBe(401);
});
