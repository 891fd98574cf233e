import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import type { CreateChannel } from "../../src/protocol/api/alerts/channels.ts";
import type { Delivery } from "../../src/protocol/api/webhook-endpoints.ts";
import { MAX_CHANNELS } from "../../src/protocol/limits.ts";
import { database } from "../tenancy/support/browser.ts";
import { lettersTo } from "../workers/support/outbox.ts";
import { Receiver } from "../workers/support/receiver.ts";
import { clientOf, newProject, newTenant, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const SLACK = "https://hooks.slack.com/services/T000/B000/very-secret";
const PAGER = "https://events.pagerduty.com/v2/enqueue";
const ROUTING_KEY = "0123456789abcdef0123456789abcdef";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const slack = (json: Partial<CreateChannel> = {}) =>
  api("POST /channels", { body: { kind: "slack", name: "On call", address: SLACK, ...json } });

const pager = () =>
  api("POST /channels", { body: { kind: "pagerduty", name: "Pager", routingKey: ROUTING_KEY } });

const attempted = (delivery: string): Promise<Delivery> =>
  until(async () => {
    const found = await api("GET /deliveries/{delivery}", { params: { delivery } });
    return found.attempts.length > 0 ? found : undefined;
  });

const sendWrongAnswer = () => {
  const graph = crypto.randomUUID();
  return sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
};

const receivedAt = (url: string, count: number) =>
  until(async () => {
    const all = receiver.received.filter((one) => one.url === url);
    return all.length >= count ? all.map(({ body }) => JSON.parse(body)) : undefined;
  });

test("W70 a channel gets only the events that its settings name, as messages of its service", async () => {
  const channel = await slack({ events: ["attribution.completed", "finding.opened"] });
  await sendWrongAnswer();
  const messages = await receivedAt(SLACK, 2);
  const texts = messages.map(({ blocks }) => JSON.stringify(blocks));
  expect(texts.some((text) => text.includes("New finding"))).toBe(true);
  const wrong = texts.find((text) => text.includes("Wrong answer")) ?? "";
  for (const part of ["Question: ", "Expected answer: ", "Given answer: ", "Cause: "])
    expect(wrong).toContain(part);
  const inSlack = receiver.received.filter(({ url }) => url === SLACK);
  expect(inSlack.every(({ headers }) => !headers.has("webhook-signature"))).toBe(true);
  const { items } = await api("GET /deliveries", { query: { endpoint: channel.id } });
  expect(items.map(({ event }) => event).sort()).toEqual([
    "attribution.completed",
    "finding.opened",
  ]);
});

test("W71 a finding sends one opened event, and closing it resolves its PagerDuty incident", async () => {
  await pager();
  await sendWrongAnswer();
  const [opened] = await receivedAt(PAGER, 1);
  expect(opened).toMatchObject({ event_action: "trigger", routing_key: ROUTING_KEY });
  await sendWrongAnswer();
  const finding = await until(async () => {
    const [found] = (await api("GET /findings")).items;
    return found?.cases === 2 ? found : undefined;
  });
  const change = (state: "acknowledged" | "fixed" | "open") =>
    api("PATCH /findings/{finding}", { params: { finding: finding.id }, body: { state } });
  await change("acknowledged");
  const after = new Date().toISOString();
  await api("PATCH /findings/{finding}", {
    ...{ params: { finding: finding.id }, body: { state: "fixed", fixedAt: after } },
  });
  await change("fixed");
  const [, closed] = await receivedAt(PAGER, 2);
  expect(closed).toEqual({
    ...{ routing_key: ROUTING_KEY, event_action: "resolve" },
    dedup_key: `memtrace-${finding.id}`,
  });
  expect(opened.dedup_key).toBe(closed.dedup_key);
  await change("open");
  const [, , reopened] = await receivedAt(PAGER, 3);
  expect(reopened).toMatchObject({ event_action: "trigger", dedup_key: closed.dedup_key });
  expect(receiver.received.filter(({ url }) => url === PAGER)).toHaveLength(3);
});

test("W72 the address is stored encrypted, and no answer shows it", async () => {
  const { id } = await slack();
  await pager();
  const shown = await (await api.response("GET /channels")).text();
  const rows = await env.DB.prepare("select * from endpoint where project = ?")
    .bind(tenant.project)
    .all();
  for (const text of [shown, JSON.stringify(rows.results)]) {
    expect(text).not.toContain("very-secret");
    expect(text).not.toContain(ROUTING_KEY);
    expect(text).toContain("https://hooks.slack.com/…cret");
  }
  expect((await api("GET /webhooks")).items).toEqual([]);
  const patched = await api.response("PATCH /webhooks/{endpoint}", {
    ...{ params: { endpoint: id }, body: { url: "https://example.com/" } },
  });
  expect(patched.status).toBe(404);
});

test("W69 an address of another host is refused with the reason, on creation and on change", async () => {
  const { id } = await slack();
  const address = "https://example.com/services/T/B/x";
  for (const response of [
    await api.response("POST /channels", { body: { kind: "slack", name: "x", address } }),
    await api.response("PATCH /channels/{channel}", { params: { channel: id }, body: { address } }),
  ]) {
    expect(response.status).toBe(422);
    expect(JSON.parse(await response.text()).error.message).toContain("Slack");
  }
  const without = await api.response("POST /channels", { body: { kind: "teams", name: "x" } });
  expect([without.status, JSON.parse(await without.text()).error.message]).toEqual([
    400,
    expect.stringContaining("address: is missing"),
  ]);
});

test("W73 a test message shows the answer of the service, and a deleted address disables the channel", async () => {
  const channel = await slack();
  const params = { channel: channel.id };
  const first = await api("POST /channels/{channel}/test", { params });
  expect(await attempted(first.id)).toMatchObject({ event: "test", state: "delivered" });
  receiver.answers.push(() => new Response("invalid_blocks", { status: 400 }));
  const refused = await attempted((await api("POST /channels/{channel}/test", { params })).id);
  expect(refused).toMatchObject({ state: "failed", attempts: [{ status: 400 }] });
  expect(refused.attempts[0]?.error).toContain("invalid_blocks");
  receiver.answers.push(() => new Response("no_service", { status: 404 }));
  await attempted((await api("POST /channels/{channel}/test", { params })).id);
  const disabled = await until(async () => {
    const [found] = (await api("GET /channels")).items;
    return found?.state === "disabled" ? found : undefined;
  });
  expect(disabled.disabledReason).toContain("no longer exists");
  const enabled = await api("PATCH /channels/{channel}", {
    ...{ params, body: { state: "enabled", address: `${SLACK}2` } },
  });
  expect(enabled).toMatchObject({ state: "enabled", disabledReason: null, name: "On call" });
});

test("W68 an e-mail channel writes only to members with a confirmed address", async () => {
  const team = await newTenant();
  const { email } = team.owner;
  const client = clientOf(team.key);
  const emailTo = (recipients: string[]) =>
    client.response("POST /channels", { body: { kind: "email", name: "Team", recipients } });
  const refused = await emailTo([email]);
  expect(JSON.parse(await refused.text()).error.message).toContain(`recipients: ${email}`);
  await database.update(user).set({ emailVerified: true }).where(eq(user.email, email));
  expect((await emailTo([email, "stranger@example.com"])).status).toBe(400);
  const channel = await (await emailTo([email.toUpperCase()])).json();
  const { id } = await client("POST /channels/{channel}/test", {
    params: { channel: channel.id },
  });
  const sent = await until(async () => {
    const found = await client("GET /deliveries/{delivery}", { params: { delivery: id } });
    return found.attempts.length > 0 ? found : undefined;
  });
  expect(sent).toMatchObject({ state: "delivered" });
  const [letter] = (await lettersTo(email)).filter(({ kind }) => kind === "alert");
  expect(letter?.subject).toContain("Test from MemTrace");
});

test("W84 an e-mail channel does not write to people who left the organization or changed their address", async () => {
  const team = await newTenant();
  const client = clientOf(team.key);
  const { email } = team.owner;
  await database.update(user).set({ emailVerified: true }).where(eq(user.email, email));
  const body = { kind: "email" as const, name: "Team", recipients: [email] };
  const channel = await client("POST /channels", { body });
  const tested = async () => {
    const params = { channel: channel.id };
    const { id } = await client("POST /channels/{channel}/test", { params });
    return until(async () => {
      const found = await client("GET /deliveries/{delivery}", { params: { delivery: id } });
      return found.attempts.length > 0 ? found : undefined;
    });
  };
  const alerts = async () => (await lettersTo(email)).filter(({ kind }) => kind === "alert");
  expect(await tested()).toMatchObject({ state: "delivered" });
  const before = await alerts();
  expect(before).toHaveLength(1);
  await database
    .update(user)
    .set({ email: `new-${email}` })
    .where(eq(user.email, email));
  const refused = await tested();
  expect(refused).toMatchObject({ state: "failed" });
  expect(refused.attempts[0]?.error).toContain("Change the recipients");
  expect(await alerts()).toEqual(before);
});

test.each([
  { kind: "slack", address: SLACK, routingKey: ROUTING_KEY },
  { kind: "slack", address: SLACK, recipients: [] },
  { kind: "pagerduty", routingKey: ROUTING_KEY, recipients: ["a@example.com"] },
  { kind: "email", recipients: [], address: SLACK },
])("W69 a field of another kind of channel is refused by name: %j", async (target) => {
  const body = { name: "Odd", ...target } as never;
  const answer = await api.response("POST /channels", { body });
  expect(answer.status).toBe(400);
  expect(JSON.parse(await answer.text()).error.message).toMatch(/routingKey|recipients|address/);
});

test("W74 the number of channels is limited, and the error gives the remedy", async () => {
  for (let made = 0; made < MAX_CHANNELS; made++) await slack();
  const beyond = await api.response("POST /channels", {
    body: { kind: "slack", name: "x", address: SLACK },
  });
  expect([beyond.status, JSON.parse(await beyond.text()).error.message]).toEqual([
    409,
    expect.stringContaining("Delete one first"),
  ]);
});

test("W60 only an endpoint with includeTexts gets the question, answers and reason", async () => {
  const url = "https://hooks.example.com/memtrace";
  const { id } = await api("POST /webhooks", { body: { url, events: ["attribution.completed"] } });
  await sendWrongAnswer();
  const [bare] = await receivedAt(url, 1);
  expect(bare.data.texts).toBeUndefined();
  await api("PATCH /webhooks/{endpoint}", {
    ...{ params: { endpoint: id }, body: { includeTexts: true } },
  });
  await sendWrongAnswer();
  const [, full] = await receivedAt(url, 2);
  expect(full.data.texts).toMatchObject({
    ...{ question: expect.any(String), given: expect.any(String), reason: expect.any(String) },
    expected: [expect.any(String)],
  });
});
