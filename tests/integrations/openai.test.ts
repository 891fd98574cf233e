import { MemTrace } from "@memtrace/sdk";
import { observeOpenAI } from "@memtrace/sdk/openai";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../sdk/scripted-model.ts";
import { attributedCase } from "./attributed.ts";

let model: ScriptedModel;

beforeAll(async () => {
  // The scripted model extracts what is said about a key, and answers from what it is shown.
  model = await startScriptedModel((said) =>
    said.startsWith("Extract")
      ? "The spare key is kept under the blue flowerpot."
      : "I do not know where it is.",
  );
});
afterAll(() => model.close());

it("I1 a fault in an agent around the OpenAI client is attributed by the running service", async () => {
  const { url, key } = inject("service");
  const memtrace = new MemTrace({ url, apiKey: key });
  const client = observeOpenAI(memtrace, new OpenAI({ apiKey: "none", baseURL: model.url }));
  const ask = async (...said: string[]) => {
    const answer = await client.chat.completions.create({
      model: "scripted",
      messages: said.map((content) => ({ role: "user" as const, content })),
    });
    return answer.choices[0]?.message.content ?? "";
  };
  const store: string[] = [];
  const remember = memtrace.operation(
    "remember",
    { category: "extraction", output: { category: "memory_entry" } },
    async (message: string) => {
      const fact = await ask("Extract the facts.", `Extract: ${message}`);
      store.push(fact);
      return fact;
    },
  );
  // The fault: nothing is ever found.
  const search = memtrace.operation(
    "search",
    { category: "retrieval" },
    (_: string): string[] => [],
  );
  const answer = memtrace.operation(
    "answer",
    { output: { class: "prediction" } },
    (question: string, found: readonly string[]) => ask(...found, question),
  );
  const said = "By the way, the spare key is kept under the blue flowerpot.";
  const query = "Under what is the spare key kept?";
  await memtrace.graph("openai", { system: "openai" }, async () => {
    const message = memtrace.variable(said, { category: "message" });
    await remember(said);
    memtrace.variable(query, { class: "query" });
    const prediction = await answer(query, search(query));
    memtrace.verdict({
      query,
      prediction,
      expected: "the blue flowerpot",
      score: 0,
      evidence: [message],
    });
  });
  await memtrace.close();
  const { attribution } = await attributedCase("openai");

  expect(attribution).toMatchObject({ errorType: "RetrievalError", opName: "search" });
});
