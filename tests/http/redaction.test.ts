import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { RecentValues } from "../../src/http/ingest/stored-values.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { graphObject, rowsWith } from "../workers/support/remains.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let graph: string;
/** No other test uses this address. So every place with it in the tables comes from this test. */
let email: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  const id = crypto.randomUUID();
  graph = `graph-${id}`;
  email = `u${id}@example.com`;
});

const ALL = { kinds: ["email", "phone", "card", "iban", "ip", "secret"], patterns: [], lists: [] };
const turnOn = (body: object = ALL) =>
  api.response("PUT /project/redaction", { body: body as never });
const value = (id: string, fields: object) =>
  ({ type: "variable", id, ref: id, graph, at: 1, name: id, ...fields }) as TraceEvent;
const stored = async (id: string) =>
  (await api("GET /graphs/{graph}/variables/{variable}", { params: { graph, variable: id } }))
    .value;
const tried = async (text: string) =>
  (await api("POST /project/redaction/try", { body: { text } })).text;

test("H410 nothing is redacted until a person turns redaction on", async () => {
  expect(await api("GET /project/redaction")).toEqual({ kinds: [], patterns: [], lists: [] });
  await sendEvents(tenant.key, [value("a", { value: `Mail ${email}.` })]);
  expect(await stored("a@1")).toBe(`Mail ${email}.`);
});

test("H411 events are redacted before anything is stored, and repeated events are recognised", async () => {
  expect((await turnOn()).status).toBe(200);
  const events = [
    { type: "graph", id: "g", graph, at: 0, user: email } as TraceEvent,
    value("a", { value: `Mail ${email}.`, comment: email, metadata: { [email]: [email] } }),
    {
      ...value("v", {}),
      type: "verdict",
      query: email,
      prediction: email,
      score: 0,
      expected: [email],
    } as never,
  ];
  await sendEvents(tenant.key, events);
  const again = await sendEvents(tenant.key, events);
  expect(again).toMatchObject({ accepted: 0, duplicates: 3 });
  await graphObject(tenant.project, graph).flush();
  expect(await stored("a@1")).toBe(await tried(`Mail ${email}.`));
  const file = JSON.stringify(await api("GET /graphs/{graph}/export", { params: { graph } }));
  expect(file).not.toContain(email);
  expect(file).toContain(await tried(email));
  expect(await rowsWith(email)).toEqual({});
});

test("H412 splices change the redacted value, even if the isolate no longer has its base in memory", async () => {
  await turnOn();
  await sendEvents(tenant.key, [value("a", { name: "memory", value: `Mail ${email}, then ` })]);
  const at = `Mail ${email}, then `.length;
  const first = { of: "a", at, remove: 0, insert: "bob@exam" };
  await sendEvents(tenant.key, [value("b", { name: "memory", at: 2, splice: first })]);
  const second = { of: "b", at: at + 8, remove: 0, insert: "ple.org now" };
  await sendEvents(tenant.key, [value("c", { name: "memory", at: 3, splice: second })]);
  expect(await stored("memory@3")).toBe(await tried(`Mail ${email}, then bob@example.org now`));
});

test("H412 a splice of an unknown value is rejected with the remedy", async () => {
  await turnOn();
  const splice = { of: "nothing", at: 0, remove: 0, insert: email };
  const answer = await sendEvents(tenant.key, [value("b", { splice })]);
  expect(answer.rejected).toMatchObject([{ index: 0, code: "invalid_event" }]);
  expect(answer.rejected[0]?.message).toContain("send the text of the value in value");
});

test("H413 spans and given cases are redacted, and a deletion finds the person by the plain name", async () => {
  await turnOn();
  await sendEvents(tenant.key, [
    { type: "graph", id: "g", graph, at: 0, user: email } as TraceEvent,
    value("q", { value: `Who is ${email}?` }),
  ]);
  const given = { graph, query: `Who is ${email}?`, prediction: "Bob", expected: [email] };
  const opened = await api("POST /cases", { body: given as never });
  expect(opened.query).toBe(await tried(`Who is ${email}?`));
  const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } });
  const span = {
    ...{ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", name: "search" },
    ...{ startTimeUnixNano: "1700000000000000000", endTimeUnixNano: "1700000001000000000" },
    attributes: [attribute("input.value", email), attribute("session.id", graph)],
  };
  const spans = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
  const sent = await send("/v1/otlp/v1/traces", {
    method: "POST",
    headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
    body: JSON.stringify(spans),
  });
  expect(sent.status).toBe(200);
  const { items } = await api("GET /graphs");
  for (const { id } of items) await graphObject(tenant.project, id).flush();
  expect(await rowsWith(email)).toEqual({});
  const deleted = await api.response("DELETE /users/{user}", { params: { user: email } });
  expect(deleted.status).toBe(200);
});

test("H414 a person can try redaction on a text with settings that are not stored", async () => {
  const settings = {
    kinds: [],
    patterns: [{ name: "order", pattern: "A-\\d+" }],
    lists: [{ name: "person", words: ["Ada"] }],
  };
  const body = { text: `${email} ada A-12`, settings };
  const answer = await api("POST /project/redaction/try", { body: body as never });
  expect(answer.text).toMatch(new RegExp(`^${email} Person[a-z]{12} \\[order:[a-z]{12}\\]$`));
  expect(answer.counts).toEqual([
    { kind: "order", count: 1 },
    { kind: "person", count: 1 },
  ]);
  expect(await api("GET /project/redaction")).toMatchObject({ patterns: [] });
  expect(await rowsWith(email)).toEqual({});
});

test.each([
  [
    { ...ALL, patterns: [{ name: "own", pattern: "(a)\\1" }] },
    "patterns.0.pattern: Backreferences",
  ],
  [{ ...ALL, patterns: [{ name: "email", pattern: "a" }] }, "is the name of a known kind"],
  [
    { ...ALL, lists: ["b", "c"].map((word) => ({ name: "own", words: [word] })) },
    "two patterns or lists have the name own",
  ],
])("H415 invalid settings are refused: %#", async (settings, message) => {
  const answer = await turnOn(settings);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
  expect(await api("GET /project/redaction")).toEqual({ kinds: [], patterns: [], lists: [] });
});

test("H416 redacted values are counted by day and kind, and repeated events do not count", async () => {
  await turnOn();
  const event = value("a", { value: `${email} 192.168.10.20 ${email}` });
  for (let time = 0; time < 2; time += 1) await sendEvents(tenant.key, [event]);
  const counts = async () => (await api("GET /project/redaction/counts")).days;
  await expect.poll(counts, { timeout: 20_000 }).toHaveLength(1);
  expect((await counts())[0]?.counts).toEqual([
    { kind: "email", count: 2 },
    { kind: "ip", count: 1 },
  ]);
});

test("H417 the key of the pseudonyms is encrypted and stays the same when the settings change", async () => {
  await turnOn();
  const before = await tried(email);
  await turnOn({ ...ALL, kinds: ["email"] });
  expect(await tried(email)).toBe(before);
  const { results } = await env.DB.prepare("select * from redaction where project = ?")
    .bind(tenant.project)
    .all<{ sealed_key: string }>();
  expect(results[0]?.sealed_key).toMatch(/^v1\./);
  const other = clientOf((await newProject()).key);
  const elsewhere = await other("POST /project/redaction/try", {
    body: { text: email, settings: ALL } as never,
  });
  expect(elsewhere.text).not.toBe(before);
});

test("P51 a splice of a value with invented replacements is redacted like any other splice", async () => {
  await turnOn();
  const origin = { "memtrace:redacted": [null, ["a", -1, {}]] };
  const splice = { of: "a", at: 4, remove: 0, insert: ` ${email}` };
  const events = [
    { ...value("a", { name: "memory", value: "Mail." }), origin } as TraceEvent,
    value("b", { name: "memory", at: 2, splice }),
  ];
  expect(await sendEvents(tenant.key, events)).toMatchObject({ accepted: 2, rejected: [] });
  expect(await stored("memory@2")).toBe(await tried(`Mail ${email}.`));
});

test("P52 the splices of one batch store a limited number of replacements", async () => {
  await turnOn();
  const text = Array.from({ length: 2_000 }, (_, index) => `a${index}@b.com`).join(" ");
  await sendEvents(tenant.key, [value("s0", { name: "memory", value: text })]);
  const spliceOf = (index: number) =>
    value(`s${index}`, {
      ...{ name: "memory", at: index + 1 },
      splice: { of: `s${index - 1}`, at: 0, remove: 0, insert: "x " },
    });
  const splices = Array.from({ length: 101 }, (_, index) => spliceOf(index + 1));
  const answer = await sendEvents(tenant.key, splices);
  expect(answer.accepted).toBe(100);
  expect(answer.rejected).toEqual([
    { index: 100, code: "invalid_event", message: expect.stringContaining("batch of its own") },
  ]);
  expect(await sendEvents(tenant.key, [spliceOf(101)])).toMatchObject({ accepted: 1 });
});

test("P53 the values and replacements that are kept in memory take a limited space", () => {
  const values = new RecentValues();
  const replaced = Array.from({ length: 50_000 }, (_, index) => [index, 1, 1] as const);
  for (let index = 0; index < 40; index += 1) values.set("g", `r${index}`, { text: "", replaced });
  expect(values.get("g", "r39")).toBeDefined();
  expect(values.get("g", "r0")).toBeUndefined();
  const long = "r".repeat(10_000);
  for (let index = 0; index < 2_000; index += 1) {
    values.set("g", `${long}${index}`, { text: "", replaced: [] });
  }
  expect(values.get("g", "r39")).toBeUndefined();
  expect(values.get("g", `${long}0`)).toBeUndefined();
});
