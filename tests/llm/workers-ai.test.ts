/** Workers AI behind the model port. The binding is scripted: there is no local runtime for it. */
import { expect, test } from "vitest";
import * as z from "zod";
import type { ModelEndpoint } from "../../src/llm/endpoint.ts";
import { ModelPool } from "../../src/llm/pool.ts";
import { WORKERS_AI, workersAiClient } from "../../src/llm/workers-ai.ts";
import type { ModelRequest } from "../../src/protocol/model.ts";
import { ScriptedEndpoint } from "./support/scripted-endpoint.ts";

const MODELS = {
  ...{ model: "@cf/scripted/small", embeddingsModel: "@cf/scripted/vectors" },
  ...{ usdPerMillionInput: 2, usdPerMillionOutput: 10, usdPerMillionEmbedded: 1 },
};
const OWN: ModelEndpoint = { url: WORKERS_AI, key: null, ...MODELS };

interface Seen {
  readonly model: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Scripted = object | Error | "hang";

/** Makes a binding that gives these answers in order, then repeats the last one. */
function bindingOf(...script: readonly Scripted[]) {
  const seen: Seen[] = [];
  const clock = { now: 0, waits: [] as number[] };
  const run = (model: string, input: object): Promise<unknown> => {
    const scripted = script[Math.min(seen.length, script.length - 1)] ?? {};
    seen.push({ model, input: { ...input } });
    if (scripted === "hang") return new Promise(() => {});
    return scripted instanceof Error ? Promise.reject(scripted) : Promise.resolve(scripted);
  };
  const limits = { silenceMs: 200, answerMs: 10_000 };
  const deps = {
    otherClient: workersAiClient({ run }, limits),
    fetch: (url: string, request: RequestInit) => fetch(url, request),
    ...{ ...limits, now: () => clock.now, random: () => 0.5 },
    sleep: async (milliseconds: number) => {
      clock.waits.push(milliseconds);
      clock.now += milliseconds;
    },
  };
  return { seen, clock, deps, pool: new ModelPool([OWN], deps) };
}

const USAGE = { prompt_tokens: 1_000, completion_tokens: 200 };
const ASKED: ModelRequest = {
  messages: [
    { role: "system", text: "Be short." },
    { role: "user", text: "Hello?" },
  ],
  maxTokens: 50,
};
const COLOUR = z.object({ colour: z.string() });

test("M11 the binding gets a question with its model and limits; tokens and money are counted", async () => {
  const { seen, pool } = bindingOf({ response: "Hello yourself.", usage: USAGE });
  const answer = await pool.complete(ASKED);
  expect(answer).toMatchObject({ ok: true, text: "Hello yourself.", calls: [] });
  expect(answer.spent).toMatchObject({ calls: 1, inputTokens: 1_000, outputTokens: 200 });
  expect(answer.spent.usd).toBeCloseTo(0.004);
  expect(seen).toEqual([
    {
      model: "@cf/scripted/small",
      input: {
        messages: [
          { role: "system", content: "Be short." },
          { role: "user", content: "Hello?" },
        ],
        ...{ temperature: 0, max_tokens: 50 },
      },
    },
  ]);
});

test("M11 the prompt asks for the JSON in words, and the service estimates uncounted tokens", async () => {
  const { seen, pool } = bindingOf({ response: 'Here it is: {"colour": "blue"}' });
  const answer = await pool.ask({ ...ASKED, schema: COLOUR });
  expect(answer).toMatchObject({ ok: true, value: { colour: "blue" } });
  expect(answer.spent.inputTokens).toBeGreaterThan(0);
  expect(seen[0]?.input).not.toHaveProperty("response_format");
  expect(JSON.stringify(seen[0]?.input)).toContain("JSON schema");
});

const LOOK = { name: "look", arguments: { at: "O1" } };
const CALL = { name: "look", arguments: '{"at":"O1"}' };

test.each([
  ["a text", { response: "ready" }, { text: "ready" }],
  ["an object", { response: { colour: "blue" } }, { text: '{"colour":"blue"}' }],
  ["chat completions", { choices: [{ message: { content: "ready" } }] }, { text: "ready" }],
  ["a plain call", { response: null, tool_calls: [LOOK] }, { text: "", calls: [CALL] }],
  [
    "a call of chat completions",
    { choices: [{ message: { content: null, tool_calls: [{ id: "c9", function: CALL }] } }] },
    { calls: [{ ...CALL, id: "c9" }] },
  ],
])("M12 the service reads an answer as %s", async (_, answer, expected) => {
  expect(await bindingOf(answer).pool.complete(ASKED)).toMatchObject({ ok: true, ...expected });
});

test("M12 a tool's result is sent back with its call", async () => {
  const { seen, pool } = bindingOf({ response: "done" });
  const calls = [{ id: "c1", ...CALL }];
  const parameters = z.object({ at: z.string() });
  await pool.complete({
    ...ASKED,
    tools: [{ name: "look", description: "Looks.", parameters }],
    messages: [
      { role: "assistant", text: "", calls },
      { role: "tool", call: "c1", text: "{}" },
    ],
  });
  expect(seen[0]?.input).toMatchObject({
    tools: [{ type: "function", function: { name: "look" } }],
    messages: [
      { role: "assistant", tool_calls: [{ id: "c1", function: CALL }] },
      { role: "tool", tool_call_id: "c1", content: "{}" },
    ],
  });
});

test.each([
  ["3040: Capacity temporarily exceeded", "rate_limited", 5],
  ["AiError: 3036: you have used up your daily free allocation", "rate_limited", 1],
  ["5007: No such model @cf/scripted/small or task", "not_found", 1],
  ["5018: The account is not allowed to access this model", "unauthorized", 1],
  ["3006: Request is too large", "refused", 1],
  ["something else", "unavailable", 5],
])("M13 the failure %s counts as %s, after %i requests", async (message, reason, requests) => {
  const { seen, pool } = bindingOf(new Error(message));
  expect(await pool.complete(ASKED)).toMatchObject({ ok: false, reason });
  expect(seen).toHaveLength(requests);
});

test("M13 the service asks again after a temporary failure, a hanging call and an unknown format", async () => {
  const { seen, pool } = bindingOf(
    new Error("3040: busy"),
    "hang",
    { output: [] as unknown[], choices: [] as unknown[] },
    { response: "ok" },
  );
  expect(await pool.complete(ASKED)).toMatchObject({ ok: true, text: "ok" });
  expect(seen).toHaveLength(4);
});

test("M13 Workers AI answers if an endpoint fails", async () => {
  const broken = await ScriptedEndpoint.start(() => ({ status: 401, error: { message: "no" } }));
  const { deps } = bindingOf({ response: "from the platform" });
  const first = { ...OWN, url: broken.url, model: "other" };
  const pool = new ModelPool([first, OWN], deps);
  expect(await pool.complete(ASKED)).toMatchObject({ text: "from the platform" });
  await broken.stop();
});

test("M14 texts are embedded in order, and a wrong number of vectors is refused", async () => {
  const { seen, pool } = bindingOf({
    shape: [2, 2],
    data: [
      [1, 0],
      [0, 1],
    ],
  });
  const answer = await pool.embed?.(["blue", "red"]);
  expect(answer).toMatchObject({
    ok: true,
    vectors: [
      [1, 0],
      [0, 1],
    ],
  });
  expect(answer?.spent.inputTokens).toBeGreaterThan(0);
  expect(seen).toEqual([{ model: "@cf/scripted/vectors", input: { text: ["blue", "red"] } }]);
  expect(await pool.embed?.(["one"])).toMatchObject({ ok: false, reason: "unavailable" });
});
