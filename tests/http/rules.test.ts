import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AlertCounts } from "../../src/database/alerts/alert-counts.ts";
import { RuleRepository } from "../../src/database/alerts/rule-repository.ts";
import { openDatabase } from "../../src/database/database.ts";
import { checkRule } from "../../src/jobs/alerts/check-rules.ts";
import type { CreateAlertRule } from "../../src/protocol/api/alerts/rules.ts";
import { MAX_TEST_EVENTS_PER_HOUR } from "../../src/protocol/limits.ts";
import worker from "../../workers/app.ts";
import type { WakeMessage } from "../../workers/messages.ts";
import { Receiver } from "../workers/support/receiver.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const SLACK = "https://hooks.slack.com/services/T000/B000/very-secret";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
let channel: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
  const body = { kind: "slack" as const, name: "On call", address: SLACK, events: [] };
  channel = (await api("POST /channels", { body })).id;
});
afterEach(() => receiver.close(tenant.project));

/** Requests to Slack only; jobs of earlier tests may still ask a model. */
const inSlack = () => receiver.received.filter(({ url }) => url === SLACK);

const newRule = (json: Partial<CreateAlertRule>) =>
  api("POST /rules", { body: { name: "Rule", channels: [channel], ...json } });

const sendWrongAnswer = async () => {
  const graph = crypto.randomUUID();
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  return until(async () => {
    const { items } = await api("GET /cases", { query: { graph } });
    return items.find(({ state }) => state === "done");
  });
};

const deliveries = async () => (await api("GET /deliveries")).items;

/** Checks the scheduled rules, as the sweep does each minute. */
const check = async () => {
  await env.DB.prepare("update alert_rule set checked_at = 1 where project = ?")
    .bind(tenant.project)
    .run();
  const body: WakeMessage = { project: tenant.project };
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body };
  await worker.queue(createMessageBatch("memtrace-jobs", [message]), env);
  await until(async () => {
    const [row] = (
      await env.DB.prepare("select min(checked_at) as at from alert_rule where project = ?")
        .bind(tenant.project)
        .all<{ at: number }>()
    ).results;
    return (row?.at ?? 0) > 1 ? true : undefined;
  });
};

test("W76 a rule sends matching events to its channels, and each cause once in its period", async () => {
  const rule = await newRule({ events: ["attribution.completed"], repeat: "day" });
  await newRule({
    ...{ events: ["attribution.completed"], filter: { errorTypes: ["UpdateError"] } },
  });
  await sendWrongAnswer();
  await sendWrongAnswer();
  const sent = await deliveries();
  expect(sent.map(({ event, rule }) => [event, rule])).toEqual([
    ["attribution.completed", rule.id],
  ]);
  const [message] = await until(async () => (inSlack().length > 0 ? inSlack() : undefined));
  expect(message?.body).toContain("Expected answer: ");
});

test("W75 a muted or disabled rule sends nothing, and quiet hours postpone the message", async () => {
  const hour = 3_600_000;
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
  const now = Date.now();
  const events = ["finding.opened" as const];
  await newRule({ events, mutedUntil: new Date(now + hour).toISOString() });
  await newRule({ events, state: "disabled" });
  const quiet = { from: clock(now - hour), to: clock(now + 2 * hour) };
  const rule = await newRule({ events, quiet });
  await sendWrongAnswer();
  const [held, ...rest] = await deliveries();
  expect(rest).toEqual([]);
  expect(held).toMatchObject({ rule: rule.id, state: "queued", attempts: [] });
  const wait = Date.parse(held?.nextAttemptAt ?? "") - now;
  expect(wait).toBeGreaterThan(hour);
  expect(wait).toBeLessThanOrEqual(2 * hour);
  expect(inSlack()).toEqual([]);
});

test("W77 a threshold rule sends one message per window", async () => {
  const threshold = { measure: "count", value: 2, windowMinutes: 60 } as const;
  const rule = await newRule({ threshold, filter: { errorTypes: ["ExtractionError"] } });
  const occurNow = () =>
    env.DB.prepare("update failed_case set occurred_at = ? where project = ?")
      .bind(Date.now(), tenant.project)
      .run();
  await sendWrongAnswer();
  await occurNow();
  await check();
  expect(await deliveries()).toEqual([]);
  await sendWrongAnswer();
  await occurNow();
  await check();
  await check();
  const sent = await deliveries();
  expect(sent.map(({ event, rule: by }) => [event, by])).toEqual([["alert.fired", rule.id]]);
  expect(JSON.parse(sent[0]?.payload ?? "").data.headline).toContain("2 wrong answers");
  expect((await api("GET /rules")).items[0]?.firedAt).not.toBeNull();
});

test("W77 two simultaneous checks of a rule that always repeats send one message", async () => {
  const threshold = { measure: "count", value: 1, windowMinutes: 60 } as const;
  await newRule({ threshold, repeat: "always" });
  await sendWrongAnswer();
  await env.DB.prepare("update failed_case set occurred_at = ? where project = ?")
    .bind(Date.now(), tenant.project)
    .run();
  const database = openDatabase(env.DB);
  const rules = new RuleRepository(database, tenant.project);
  const alertCounts = new AlertCounts(database, tenant.project);
  const deps = { project: tenant.project, rules, alertCounts, publicUrl: "https://memtrace.test" };
  const now = Date.now() + 1;
  const [rule] = await rules.timed(now);
  if (rule === undefined) throw new Error("the rule is not due");
  for (const at of [now, now + 5]) expect(await checkRule(deps, rule, at)).toHaveLength(1);
  expect(await deliveries()).toHaveLength(1);
});

test("W78 a digest summarises its period, and an empty digest is not sent", async () => {
  const rule = await newRule({ digest: "daily" });
  const yesterday = (table: string, column: string, at: number) =>
    env.DB.prepare(`update ${table} set ${column} = ? where project = ?`)
      .bind(at, tenant.project)
      .run();
  await yesterday("alert_rule", "created_at", Date.now() - 25 * 3_600_000);
  await check();
  expect(await deliveries()).toEqual([]);
  await sendWrongAnswer();
  await yesterday("failed_case", "occurred_at", Date.now() - 1_000);
  await check();
  await check();
  const sent = await deliveries();
  expect(sent.map(({ event, rule: by }) => [event, by])).toEqual([["alert.fired", rule.id]]);
  const { headline, lines } = JSON.parse(sent[0]?.payload ?? "").data;
  expect(headline).toContain("1 wrong answer since");
  expect(lines).toHaveLength(1);
});

test("W80 a sample is sent to the enabled channels and shows the answers", async () => {
  const { id } = await newRule({ events: ["finding.opened"] });
  const params = { rule: id };
  const { items } = await api("POST /rules/{rule}/test", { params });
  expect(items).toMatchObject([{ event: "test", rule: id, endpoint: channel }]);
  const delivered = await until(async () => {
    const found = await api("GET /deliveries/{delivery}", {
      params: { delivery: items[0]?.id ?? "" },
    });
    return found.state === "delivered" ? found : undefined;
  });
  expect(delivered.attempts).toMatchObject([{ status: 204 }]);
  await api("PATCH /channels/{channel}", { params: { channel }, body: { state: "disabled" } });
  const none = await api.response("POST /rules/{rule}/test", { params });
  expect(none.status).toBe(409);
});

test("W83 samples of rules count as test messages, which a project has a limited number of per hour", async () => {
  const { id } = await newRule({ events: ["finding.opened"] });
  const ask = () => api.response("POST /rules/{rule}/test", { params: { rule: id } });
  const asked = MAX_TEST_EVENTS_PER_HOUR + 5;
  const answers = await Promise.all(Array.from({ length: asked }, ask));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(MAX_TEST_EVENTS_PER_HOUR);
  expect(statuses.filter((status) => status === 409)).toHaveLength(5);
  const params = { channel };
  expect((await api.response("POST /channels/{channel}/test", { params })).status).toBe(409);
});

test("W81 a rule that could never send is refused, and the error names the field", async () => {
  const refused = async (body: object) => {
    const response = await api.response("POST /rules", {
      body: { name: "Rule", channels: [channel], ...body },
    });
    return [response.status, JSON.parse(await response.text()).error.message];
  };
  const threshold = { measure: "count", value: 2, windowMinutes: 60 } as const;
  expect(await refused({})).toEqual([400, expect.stringContaining("events: is empty")]);
  expect(await refused({ threshold, digest: "daily" })).toEqual([
    ...[400, expect.stringContaining("digest: must be none")],
  ]);
  expect(await refused({ digest: "daily", channels: ["chn_unknown"] })).toEqual([
    ...[400, expect.stringContaining("no channel chn_unknown")],
  ]);
  expect(await refused({ digest: "daily", timeZone: "Mars/Base" })).toEqual([
    ...[400, expect.stringContaining("timeZone")],
  ]);
  const { id } = await newRule({ digest: "daily" });
  const params = { rule: id };
  const renamed = await api("PATCH /rules/{rule}", { params, body: { name: "Other" } });
  expect(renamed).toMatchObject({ name: "Other", digest: "daily" });
  expect((await api.response("DELETE /rules/{rule}", { params })).status).toBe(204);
  expect((await api("GET /rules")).items).toEqual([]);
});
