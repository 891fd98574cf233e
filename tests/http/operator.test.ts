/** Other tests share the database, so these tests check only the rows of their own tenants. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readStatus } from "../../src/database/operator/operator-status.ts";
import { user } from "../../src/database/schema/identity.ts";
import { delivery, endpoint, failedCase, project } from "../../src/database/schema/project.ts";
import type { OperatorStatus } from "../../src/protocol/api/operator/status.ts";
import { Operators } from "../../src/tenancy/operators.ts";
import { appOf, database, ORIGIN, type Person, signUp } from "../tenancy/support/browser.ts";
import { countingDatabase } from "../workers/support/counting-database.ts";
import { sweep } from "../workers/support/sweep.ts";
import { newTenant, send, type Tenant } from "../workers/support/tenants.ts";

const PATH = "/v1/operator/status";
/** Earlier than any row that another test leaves behind. */
const LONG_AGO = Date.parse("2001-01-01");

let tenant: Tenant;
beforeEach(async () => {
  tenant = await newTenant();
});

const byKey = (key = env.OPERATOR_KEY) => ({ headers: { authorization: `Bearer ${key}` } });
const status = async () => (await send(PATH, byKey())).json<OperatorStatus>();
const queueOf = async (queue: string) =>
  (await status()).queues.find((each) => each.queue === queue);

const oldCase = (changes: Partial<typeof failedCase.$inferInsert> = {}) =>
  database.insert(failedCase).values({
    ...{ id: crypto.randomUUID(), project: tenant.project, graph: "g", origin: "api" },
    ...{ query: "Where is the SECRET-QUESTION?", expected: ["SECRET-ANSWER"], evidence: [] },
    ...{ prediction: "SECRET-PREDICTION", occurredAt: 0, createdAt: 0 },
    ...{ state: "queued", stateAt: LONG_AGO, ...changes },
  });

let operator: Person;
beforeAll(async () => {
  operator = await signUp("Olga");
  await database
    .update(user)
    .set({ email: "olga@operators.example" })
    .where(eq(user.id, operator.id));
});
const asOlga = async (isVerified: boolean) => {
  await database.update(user).set({ emailVerified: isVerified }).where(eq(user.id, operator.id));
  return (await send(PATH, { headers: operator.browser.headers })).status;
};

test("T186 only the operators' key and people with a confirmed address in OPERATORS see the status", async () => {
  expect((await send(PATH, byKey())).status).toBe(200);
  expect((await send(PATH, byKey(`${env.OPERATOR_KEY}x`))).status).toBe(401);
  expect((await send(PATH, byKey(tenant.key))).status).toBe(401);
  expect((await send(PATH)).status).toBe(401);
  expect((await send(PATH, { headers: tenant.owner.browser.headers })).status).toBe(403);
  expect(await asOlga(false)).toBe(403);
  expect(await asOlga(true)).toBe(200);
});

test("T199 the answer about the signed-in person says whether they are an operator", async () => {
  const isOperator = async ({ browser }: Person) => {
    const answer = await browser.get("/get-session");
    return (await answer.json<{ isOperator: boolean }>()).isOperator;
  };
  await asOlga(true);
  expect(await isOperator(operator)).toBe(true);
  await asOlga(false);
  expect(await isOperator(operator)).toBe(false);
  expect(await isOperator(tenant.owner)).toBe(false);
});

test("T187 without OPERATORS and OPERATOR_KEY nobody is an operator, and a short key is refused", async () => {
  const app = appOf(ORIGIN, { OPERATORS: "", OPERATOR_KEY: "" });
  for (const header of ["Bearer ", "Bearer undefined", byKey().headers.authorization]) {
    const request = new Request(`${ORIGIN}${PATH}`, { headers: { authorization: header } });
    expect((await app(request)).status).toBe(401);
  }
  const nobody = { id: "u", signIn: "s", name: "", email: "", isVerified: true };
  expect(new Operators("", "").includes(nobody)).toBe(false);
  expect(new Operators(" , ", undefined).includes(nobody)).toBe(false);
  const short = new Operators("", "short");
  expect(() => short.hasKey("Bearer short")).toThrow("OPERATOR_KEY is too short");
});

test("H500 the status shows the backlog of each kind of work and since when the oldest item waits", async () => {
  await oldCase();
  await oldCase({ stateAt: Date.now() + 3_600_000 });
  const attribution = await queueOf("attribution");
  expect(attribution?.oldestAt).toBe("2001-01-01T00:00:00.000Z");
  expect(attribution?.waiting).toBeGreaterThan(attribution?.due ?? 0);
  const names = (await status()).queues.map(({ queue }) => queue);
  expect(names).toEqual([
    ...["attribution", "examination", "jobs", "deliveries", "letters", "audit"],
    ...["deletions", "billing"],
  ]);
  await database.delete(failedCase).where(eq(failedCase.project, tenant.project));
});

/** Query-plan steps over the query's own intermediate results, or over one row. */
const SMALL = /^SCAN (?:owner|slow|last_sweep|\(|CONSTANT|\d)/;

test("H500 the status scans no table: indexes give the work that waits, runs or failed", async () => {
  const { database: counting, stepsOn } = countingDatabase();
  await readStatus(counting, Date.now());
  const scans = await stepsOn("SCAN");
  expect(scans.length).toBeGreaterThan(5);
  expect(
    scans.filter((step) => !/ USING (?:COVERING )?INDEX /.test(step) && !SMALL.test(step)),
  ).toEqual([]);
});

test("H501 the status names the tenants whose work waits longest, and counts failures by cause", async () => {
  const receiver = crypto.randomUUID();
  await database.insert(endpoint).values({
    ...{ id: receiver, project: tenant.project, url: "https://hooks.example.com/SECRET-PATH" },
    ...{ description: "", events: [], state: "enabled", secret: "s", createdAt: 0 },
  });
  const attempt = { at: "", status: 418, milliseconds: 1, error: "SECRET-ERROR" };
  const sent = {
    ...{ project: tenant.project, endpoint: receiver, payload: "SECRET-PAYLOAD" },
    ...{ event: "test" as const, attempts: [attempt] },
  };
  await database.insert(delivery).values([
    { ...sent, id: crypto.randomUUID(), state: "failed", createdAt: Date.now() },
    ...[1, 2].map(() => ({
      ...{ ...sent, id: crypto.randomUUID(), state: "queued" as const },
      ...{ nextAttemptAt: LONG_AGO, createdAt: 0 },
    })),
  ]);
  await oldCase({ state: "failed", failure: "The worker was lost.", stateAt: Date.now() });
  const { slowest, failures } = await status();
  expect(slowest.filter(({ project }) => project === tenant.project)).toEqual([
    {
      ...{ project: tenant.project, projectName: "Agent", organization: tenant.organization },
      ...{ organizationName: "Acme", queue: "deliveries", waiting: 2 },
      oldestAt: "2001-01-01T00:00:00.000Z",
    },
  ]);
  expect(failures).toContainEqual({ work: "delivery", cause: "status 418", count: 1 });
  expect(failures).toContainEqual({ work: "case", cause: "The worker was lost.", count: 1 });
  expect(JSON.stringify(await status())).not.toContain("SECRET");
  await database.delete(endpoint).where(eq(endpoint.id, receiver));
  await database.delete(failedCase).where(eq(failedCase.project, tenant.project));
});

test("H502 the status shows each database's size and limit, the version and the last sweep", async () => {
  await sweep(Date.parse("2026-05-05T05:55:00Z"));
  const { databases, version, sweep: last } = await status();
  expect(version).toBe(env.VERSION.id);
  expect(last).toMatchObject({ startedAt: "2026-05-05T05:55:00.000Z", failedParts: [] });
  expect(databases.map(({ binding }) => binding).sort()).toEqual(["DB", "PACKS_2"]);
  for (const { bytes, limit } of databases) expect(bytes).toBeLessThan(limit);
  expect(databases.find(({ binding }) => binding === "DB")?.bytes).toBeGreaterThan(100_000);
});

test("H508 the status lists the projects whose packs move between databases", async () => {
  await database
    .update(project)
    .set({ previousPackDatabase: "DB", packDatabase: "PACKS_2", packDatabaseSince: LONG_AGO })
    .where(eq(project.id, tenant.project));
  const { moves } = await status();
  expect(moves.filter((move) => move.project === tenant.project)).toEqual([
    {
      ...{ project: tenant.project, projectName: "Agent", organization: tenant.organization },
      ...{ organizationName: "Acme", from: "DB", to: "PACKS_2", since: "2001-01-01T00:00:00.000Z" },
    },
  ]);
  await database
    .update(project)
    .set({ previousPackDatabase: null })
    .where(eq(project.id, tenant.project));
});

test("H503 each request leaves one log line with its id, route, status, duration and project, and no text", async () => {
  const app = appOf(ORIGIN);
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const lineOf = async (path: string, init: RequestInit = {}) => {
    printed.mockClear();
    const answer = await app(new Request(`${ORIGIN}${path}`, init));
    expect(printed).toHaveBeenCalledTimes(1);
    const line = JSON.parse(String(printed.mock.lastCall?.[0]));
    expect(line.requestId).toBe(answer.headers.get("x-request-id"));
    expect(line.milliseconds).toBeGreaterThanOrEqual(0);
    return line;
  };
  const headers = { authorization: `Bearer ${tenant.key}` };
  expect(await lineOf("/v1/cases/SECRET-ID?limit=1", { headers })).toMatchObject({
    ...{ message: "request", method: "GET", route: "/v1/cases/:case", project: tenant.project },
  });
  expect(await lineOf("/v1/cases", { method: "POST", headers, body: "SECRET-BODY" })).toMatchObject(
    { method: "POST", route: "/v1/cases", project: tenant.project },
  );
  expect(await lineOf("/v1/whoami")).toMatchObject({ status: 401, project: null });
  expect(await lineOf("/SECRET-PATH")).toMatchObject({ status: 404, route: "none" });
  expect(await lineOf("/health")).toMatchObject({ status: 200, route: "/health" });
  expect(JSON.stringify(printed.mock.calls)).not.toContain("SECRET");
  printed.mockRestore();
});
