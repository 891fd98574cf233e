import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import type { ModelEndpoint } from "../../src/llm/endpoint.ts";
import { ModelPool } from "../../src/llm/pool.ts";
import type { ModelRequest } from "../../src/protocol/model.ts";
import { type Script, ScriptedEndpoint } from "./support/scripted-endpoint.ts";

const started: ScriptedEndpoint[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((endpoint) => endpoint.stop()));
});

async function scripted(script: Script): Promise<ScriptedEndpoint> {
  const endpoint = await ScriptedEndpoint.start(script);
  started.push(endpoint);
  return endpoint;
}

/**
 * Timeout for endpoints that must count as silent. It is too short for others, because a busy host
 * also pauses that long.
 */
const SHORT_SILENCE_MS = 300;
const SILENCE_MS = 10_000;
/**
 * The answer is repeated. On a busy host, even an endpoint with a whole answer may seem silent, and
 * the pool then asks it again.
 */
const WHOLE_ANSWERS: readonly { text: string }[] = Array(4).fill({ text: "whole" });

/** Makes a pool with its own clock, which only waiting advances. */
function poolOf(
  urls: readonly string[],
  over: Partial<ModelEndpoint> = {},
  silenceMs: number = SILENCE_MS,
  answerMs = SILENCE_MS,
) {
  const clock = { now: 0, waits: [] as number[] };
  const endpoints = urls.map((url) => ({
    ...{ url, model: "scripted", key: "sk-test" },
    ...{ usdPerMillionInput: 2, usdPerMillionOutput: 10 },
    ...{ embeddingsModel: "", usdPerMillionEmbedded: 1, ...over },
  }));
  const pool = new ModelPool(endpoints, {
    fetch: (url, request) => fetch(url, request),
    ...{ silenceMs, answerMs },
    now: () => clock.now,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      clock.waits.push(milliseconds);
      clock.now += milliseconds;
    },
  });
  return { pool, clock };
}

const ASKED: ModelRequest = { messages: [{ role: "user", text: "Hello?" }], maxTokens: 50 };
const COLOUR = z.object({ colour: z.enum(["red", "blue"]), sure: z.boolean() });

test("M1 the service streams a question with key, model and limits, and counts tokens and money", async () => {
  const endpoint = await scripted([{ text: "Hello yourself, friend.", usage: [1_000, 200] }]);
  const answer = await poolOf([endpoint.url]).pool.complete(ASKED);
  expect(answer).toMatchObject({ ok: true, text: "Hello yourself, friend.", calls: [] });
  expect(answer.spent).toMatchObject({ calls: 1, inputTokens: 1_000, outputTokens: 200 });
  expect(answer.spent.usd).toBeCloseTo(0.004);
  expect(endpoint.seen).toMatchObject([
    {
      ...{ url: "/v1/chat/completions", authorization: "Bearer sk-test" },
      body: { model: "scripted", stream: true, max_completion_tokens: 50 },
    },
  ]);
});

test("M1 if the endpoint reports no tokens, they are estimated and not zero", async () => {
  const endpoint = await scripted([{ text: "abcdefgh", usage: null }]);
  const answer = await poolOf([endpoint.url]).pool.complete(ASKED);
  expect(answer.spent.outputTokens).toBe(2);
  expect(answer.spent.inputTokens).toBeGreaterThan(0);
});

test("M1 the service can also read an answer that is not streamed", async () => {
  const look = { name: "look", arguments: { at: "op-1" } };
  const endpoint = await scripted([
    { whole: { text: "Hello yourself.", usage: [1_000, 200] } },
    { whole: { calls: [look] } },
  ]);
  const { pool } = poolOf([endpoint.url]);
  expect(await pool.complete(ASKED)).toMatchObject({
    ...{ ok: true, text: "Hello yourself.", calls: [] },
    spent: { calls: 1, inputTokens: 1_000, outputTokens: 200 },
  });
  expect(await pool.complete(ASKED)).toMatchObject({
    ...{ ok: true, text: "" },
    calls: [{ id: "call_0", name: "look", arguments: '{"at":"op-1"}' }],
  });
  expect(endpoint.seen.map(({ body }) => body.stream)).toEqual([true, true]);
});

test.each([
  ["no choice", { choices: [] }],
  ["an error", { error: { message: "no such thing" } }],
  ["no end", { choices: [{ index: 0, message: { role: "assistant", content: "half" } }] }],
  ["no message", { choices: [{ index: 0, finish_reason: "stop" }] }],
])("M4 after JSON that holds %s, the question is asked again", async (_, whole) => {
  const endpoint = await scripted([{ whole }, { text: "whole" }]);
  expect(await poolOf([endpoint.url]).pool.complete(ASKED)).toMatchObject({ text: "whole" });
  expect(endpoint.seen).toHaveLength(2);
});

test("M2 tool calls are read completely, and their results are sent back to the model", async () => {
  const calls = [
    { name: "look", arguments: { at: "op-1", note: "a long argument, in parts" } },
    { name: "look", arguments: "{broken" },
  ];
  const endpoint = await scripted([{ calls }, { text: "done" }]);
  const { pool } = poolOf([endpoint.url]);
  const tool = { name: "look", description: "Looks", parameters: z.object({ at: z.string() }) };
  const first = await pool.complete({ ...ASKED, tools: [tool] });
  expect(first).toMatchObject({
    calls: [
      { id: "call_0", name: "look", arguments: JSON.stringify(calls[0]?.arguments) },
      { id: "call_1", name: "look", arguments: "{broken" },
    ],
  });
  if (!first.ok) throw new Error(first.message);
  const [call] = first.calls;
  await pool.complete({
    ...ASKED,
    messages: [
      ...ASKED.messages,
      { role: "assistant", text: first.text, calls: first.calls },
      { role: "tool", call: call?.id ?? "", text: "seen" },
    ],
  });
  expect(endpoint.seen[0]?.body.tools?.[0]?.function).toMatchObject({
    name: "look",
    parameters: { type: "object", required: ["at"] },
  });
  expect(endpoint.seen[1]?.body.messages.slice(1)).toMatchObject([
    { role: "assistant", tool_calls: [{ function: { name: "look" } }, {}] },
    { role: "tool", tool_call_id: "call_0", content: "seen" },
  ]);
});

test("M3 the service requests a structured answer by its schema and finds it inside other words", async () => {
  const endpoint = await scripted([{ text: 'Sure!\n```json\n{"colour":"red","sure":true}\n```' }]);
  const answer = await poolOf([endpoint.url]).pool.ask({ ...ASKED, schema: COLOUR });
  expect(answer).toMatchObject({ ok: true, value: { colour: "red", sure: true } });
  expect(endpoint.seen[0]?.body.response_format).toMatchObject({
    type: "json_schema",
    json_schema: { strict: true, schema: { additionalProperties: false } },
  });
});

test.each([
  ["no JSON", "I would say red.", "not a JSON object"],
  ["another shape", '{"colour":"green","sure":true}', "colour"],
  ["an impossible value", '{"colour":"blue","sure":false}', "never unsure"],
])(
  "M3 an answer with %s is sent back once with the error, then refused; both calls are counted",
  async (_, wrong, complaint) => {
    const right = '{"colour":"blue","sure":true}';
    const check = (value: z.infer<typeof COLOUR>) =>
      value.sure ? undefined : "It is never unsure.";
    const mended = await scripted([{ text: wrong }, { text: right }]);
    const request = { ...ASKED, schema: COLOUR, check };
    const answer = await poolOf([mended.url]).pool.ask(request);
    expect(answer).toMatchObject({ ok: true, value: { colour: "blue" }, spent: { calls: 2 } });
    const [, second] = mended.seen;
    expect(second?.body.messages.at(-1)?.content).toContain(complaint);
    const stubborn = await scripted([{ text: wrong }, { text: wrong }, { text: right }]);
    const refused = await poolOf([stubborn.url]).pool.ask(request);
    expect(refused).toMatchObject({ ok: false, reason: "malformed", spent: { calls: 2 } });
    expect(refused.ok || refused.message).toContain(complaint);
    expect(stubborn.seen).toHaveLength(2);
  },
);

test("M4 a failing endpoint is retried after waits that double", async () => {
  const endpoint = await scripted([
    { status: 500 },
    { status: 503 },
    { fault: "reset" },
    { text: "ok" },
  ]);
  const { pool, clock } = poolOf([endpoint.url]);
  expect(await pool.complete(ASKED)).toMatchObject({ ok: true, text: "ok" });
  expect(clock.waits).toEqual([750, 1_500, 3_000]);
});

test.each(["hang", "silence", "reset", "cut", "reset-midway", "no-protocol"] as const)(
  "M4 after %s, the question is retried and no partial answer is accepted",
  async (fault) => {
    const endpoint = await scripted([{ fault }, ...WHOLE_ANSWERS]);
    const { pool } = poolOf([endpoint.url], {}, SHORT_SILENCE_MS);
    expect(await pool.complete(ASKED)).toMatchObject({ text: "whole" });
    expect(endpoint.seen.length).toBeGreaterThan(1);
  },
);

test("M10 the service gives up an endless answer, and gives up the question after a minute", async () => {
  const endless = await scripted([{ fault: "endless" }, ...WHOLE_ANSWERS]);
  const { pool } = poolOf([endless.url], {}, SILENCE_MS, SHORT_SILENCE_MS);
  expect(await pool.complete(ASKED)).toMatchObject({ ok: true, text: "whole" });
  const down = await scripted(() => ({ status: 503, headers: { "retry-after": "25" } }));
  const answer = await poolOf([down.url]).pool.complete(ASKED);
  expect(answer).toMatchObject({ ok: false, reason: "unavailable" });
  expect(down.seen).toHaveLength(4);
});

test("M4 the service gives up an endpoint that keeps failing, and quotes its message", async () => {
  const endpoint = await scripted(() => ({ status: 500, error: { message: "Out of cards" } }));
  const answer = await poolOf([endpoint.url]).pool.complete(ASKED);
  expect(answer).toMatchObject({ ok: false, reason: "unavailable", spent: { calls: 0, usd: 0 } });
  expect(answer.ok || answer.message).toContain("Out of cards");
  expect(endpoint.seen).toHaveLength(5);
});

test("M5 the service waits for a short Retry-After, and a long one ends the question", async () => {
  const short = await scripted([{ status: 429, headers: { "retry-after": "7" } }, { text: "ok" }]);
  const { pool, clock } = poolOf([short.url]);
  expect(await pool.complete(ASKED)).toMatchObject({ ok: true });
  expect(clock.waits).toEqual([7_000]);
  const long = await scripted(() => ({ status: 429, headers: { "retry-after": "3600" } }));
  expect(await poolOf([long.url]).pool.complete(ASKED)).toMatchObject({ reason: "rate_limited" });
  expect(long.seen).toHaveLength(1);
});

test("M6 if an endpoint fails, another one of the pool answers at once; the first is used again after it recovers", async () => {
  const first = await scripted([
    { status: 429, headers: { "retry-after": "60" } },
    { text: "first again" },
  ]);
  const second = await scripted(() => ({ text: "second" }));
  const { pool, clock } = poolOf([first.url, second.url]);
  expect(await pool.complete(ASKED)).toMatchObject({ text: "second" });
  expect(await pool.complete(ASKED)).toMatchObject({ text: "second" });
  expect(clock.waits).toEqual([]);
  expect(first.seen).toHaveLength(1);
  clock.now += 60_000;
  expect(await pool.complete(ASKED)).toMatchObject({ text: "first again" });
});

test.each([
  [401, undefined, "unauthorized"],
  [403, undefined, "unauthorized"],
  [429, "insufficient_quota", "unauthorized"],
  [404, undefined, "not_found"],
  [302, undefined, "not_found"],
])(
  "M6 an endpoint that answers %i (%s) is not asked again; another one is asked",
  async (status, code, reason) => {
    const headers: Record<string, string> =
      status === 302 ? { location: "http://127.0.0.1:1/" } : {};
    const error = { message: "scripted", ...(code === undefined ? {} : { code }) };
    const wrong = await scripted(() => ({ status, headers, error }));
    const alone = poolOf([wrong.url]);
    expect(await alone.pool.complete(ASKED)).toMatchObject({ ok: false, reason });
    expect(await alone.pool.complete(ASKED)).toMatchObject({ ok: false, reason });
    expect(wrong.seen).toHaveLength(1);
    const right = await scripted(() => ({ text: "ok" }));
    const { pool } = poolOf([wrong.url, right.url]);
    expect(await pool.complete(ASKED)).toMatchObject({ text: "ok" });
    await pool.complete(ASKED);
    expect(wrong.seen).toHaveLength(2);
  },
);

test("M7 a refused request is not repeated", async () => {
  const endpoint = await scripted(() => ({ status: 400, error: { message: "context too long" } }));
  const answer = await poolOf([endpoint.url, endpoint.url]).pool.complete(ASKED);
  expect(answer).toMatchObject({ ok: false, reason: "refused" });
  expect(endpoint.seen).toHaveLength(1);
});

test("M7 a protocol feature that an endpoint refuses is omitted from later requests", async () => {
  const endpoint = await scripted((body) => {
    for (const field of ["response_format", "max_completion_tokens", "temperature"] as const) {
      if (body[field] !== undefined) {
        return { status: 400, error: { message: `Unsupported parameter: '${field}'` } };
      }
    }
    return { text: '{"colour":"red","sure":true}' };
  });
  const { pool } = poolOf([endpoint.url]);
  const request = { ...ASKED, schema: COLOUR };
  expect(await pool.ask(request)).toMatchObject({ ok: true, value: { colour: "red" } });
  expect(endpoint.seen).toHaveLength(4);
  expect(endpoint.seen.at(-1)?.body).toMatchObject({ max_tokens: 50 });
  expect(endpoint.seen.at(-1)?.body.messages.at(-1)?.content).toContain('"colour"');
  expect(await pool.ask(request)).toMatchObject({ ok: true });
  expect(endpoint.seen).toHaveLength(5);
});

test("M8 an endpoint's message is quoted in one short line, without anything that looks like a key", async () => {
  const message = `Incorrect API key provided: sk-abcdefghijklmnop.\n${"x".repeat(1_000)}`;
  const endpoint = await scripted(() => ({ status: 401, error: { message } }));
  const answer = await poolOf([endpoint.url]).pool.complete(ASKED);
  if (answer.ok) throw new Error("the key was taken");
  expect(answer.message).not.toContain("sk-abcdef");
  expect(answer.message).not.toContain("\n");
  expect(answer.message.length).toBeLessThan(400);
});

test("M6 the error of a pool without endpoints says that it has none", async () => {
  expect(await poolOf([]).pool.complete(ASKED)).toMatchObject({ ok: false, reason: "not_found" });
});

test("M9 texts are embedded in requests of 64, and the vectors keep their order", async () => {
  const endpoint = await scripted([]);
  const { pool } = poolOf([endpoint.url], { embeddingsModel: "vectors" });
  const texts = Array.from({ length: 70 }, (_, index) => (index % 3 === 0 ? "blue" : "plain"));
  const answer = await pool.embed?.(texts);
  if (!answer?.ok) throw new Error(answer?.message ?? "nothing embeds");
  expect(answer.vectors).toEqual(texts.map((text) => (text === "blue" ? [1, 0.125] : [0.125, 1])));
  expect(answer.spent).toMatchObject({ calls: 2, inputTokens: 700, usd: 0.0007 });
  expect(endpoint.seen.map(({ body }) => [body.model, body.input?.length])).toEqual([
    ["vectors", 64],
    ["vectors", 6],
  ]);
});

test("M9 without an embedding model, nothing is embedded", async () => {
  expect(poolOf(["http://127.0.0.1:1/v1"]).pool.embed).toBeUndefined();
});
