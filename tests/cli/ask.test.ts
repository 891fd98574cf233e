import { afterAll, beforeAll, expect, it } from "vitest";
import type { GraphAnswer } from "../../src/protocol/api/explorer/ask.ts";
import { memtrace } from "./support/memtrace.ts";
import {
  answerJson,
  refuse,
  type ScriptedService,
  scriptedService,
} from "./support/scripted-service.ts";

const ANSWER: GraphAnswer = {
  answer: "extract dropped the dog.\u001b[2J",
  citations: [
    { kind: "operation", id: "op-extract", text: "extract" },
    { kind: "variable", id: "message:m1@1", text: "My dog is called Rex\nand I bake." },
  ],
  steps: [{ tool: "why_wrong", arguments: "{}", isError: false }],
  model: "model-mini",
  spent: { calls: 2, inputTokens: 10, outputTokens: 10, usd: 0.0123, seconds: 1 },
};

let service: ScriptedService;
let hasModel = true;
const asked: string[] = [];
beforeAll(async () => {
  service = await scriptedService({
    answer: ({ method, url = "" }, response) => {
      asked.push(`${method} ${url}`);
      if (hasModel) answerJson(response, 200, ANSWER);
      else refuse(response, 422, "no_model", "The project has no model. Set one in its settings.");
    },
  });
});
afterAll(() => service.close());
const ask = (...args: string[]) => memtrace(["ask", ...args], { env: service.env });

it("K50 memtrace ask prints the model's answer with the cited records", async () => {
  const { code, out, err } = await ask("user 42", "Why did it not know the dog?");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("extract dropped the dog.");
  expect(out).not.toContain("\u001b[2J");
  expect(out).toMatch(/^operation +op-extract: extract$/m);
  expect(out).toMatch(/^variable +message:m1@1: My dog is called Rex and I bake\.$/m);
  expect(out).toMatch(/^model +model-mini, 1 step, \$0\.0123$/m);
  expect(asked.at(-1)).toBe("POST /v1/graphs/user%2042/ask");
  expect(JSON.parse((await ask("g", "Why?", "--json")).out)).toEqual(ANSWER);
});

it("K51 memtrace ask says if a question, its quotation marks, or a model is missing", async () => {
  expect(await ask("g")).toMatchObject({
    code: 2,
    err: expect.stringContaining("then a question"),
  });
  expect(await ask("g", "Why", "not?")).toMatchObject({
    ...{ code: 2, err: expect.stringContaining("in quotation marks") },
  });
  hasModel = false;
  expect(await ask("g", "Why?")).toMatchObject({
    ...{ code: 1, err: expect.stringContaining("Set one in its settings") },
  });
});
