/** An app around the real OpenAI client, whose model is a script. */
import { MemTrace } from "@memtrace/sdk";
import { observeOpenAI } from "@memtrace/sdk/openai";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../sdk/support/scripted-model.ts";
import { attributedCase } from "./support/attributed.ts";

const SAID = "By the way, the spare key is kept under the blue flowerpot.";
const FACT = "The spare key is kept under the blue flowerpot.";
const QUERY = "Under what is the spare key kept?";
const EXPECTED = "the blue flowerpot";

/** The model's output in one run, and whether the search finds anything. */
interface Fault {
  readonly extracted?: string;
  readonly answered?: string;
  readonly finds?: boolean;
}

let model: ScriptedModel;
let fault: Fault;

beforeAll(async () => {
  // The scripted model extracts facts about a key, and answers from the facts that it is shown.
  model = await startScriptedModel((said, { messages, input }) => {
    const shown = JSON.stringify(messages ?? input);
    if (said === SAID) return JSON.stringify({ fact: fault.extracted ?? FACT });
    return fault.answered ?? (shown.includes(FACT) ? EXPECTED : "I do not know where it is.");
  });
});
beforeEach(() => {
  fault = {};
});
afterAll(() => model.close());

/** Extracts facts as structured output, as apps usually do, and streams the answers. */
async function ask(graph: string): Promise<void> {
  const { url, key } = inject("service");
  const memtrace = new MemTrace({ url, apiKey: key });
  const client = observeOpenAI(memtrace, new OpenAI({ apiKey: "none", baseURL: model.url }));
  const store: string[] = [];
  const extraction = { category: "extraction", output: { category: "memory_entry" } };
  const remember = memtrace.operation("remember", extraction, async (message: string) => {
    const { choices } = await client.chat.completions.parse({
      model: "scripted",
      response_format: { type: "json_object" },
      messages: [
        { role: "system", content: "You extract facts." },
        { role: "user", content: message },
      ],
    });
    const { fact }: { fact: string } = JSON.parse(choices[0]?.message.content ?? "{}");
    store.push(fact);
    return fact;
  });
  const search = memtrace.operation("search", { category: "retrieval" }, (_: string) =>
    fault.finds === false ? [] : [...store],
  );
  const answer = async (question: string, found: readonly string[]) => {
    const messages = [...found, question].map((content) => ({ role: "user" as const, content }));
    const stream = await client.chat.completions.create({
      model: "scripted",
      messages,
      stream: true,
    });
    let said = "";
    for await (const { choices } of stream) said += choices[0]?.delta.content ?? "";
    return said;
  };
  await memtrace.graph(graph, { system: "openai" }, async () => {
    const message = memtrace.variable(SAID, { category: "message" });
    await remember(SAID);
    memtrace.variable(QUERY, { class: "query" });
    const prediction = await answer(QUERY, search(QUERY));
    const evidence = [message];
    memtrace.verdict({ query: QUERY, prediction, expected: EXPECTED, score: 0, evidence });
  });
  await memtrace.close();
}

const CASES: readonly [string, Fault, string, string][] = [
  [
    "the model extracts something else",
    { extracted: "The user has a garden." },
    "ExtractionError",
    "chat",
  ],
  ["nothing is found", { finds: false }, "RetrievalError", "search"],
  [
    "the model ignores what it is shown",
    { answered: "Under the doormat." },
    "ResponseError",
    "chat",
  ],
];

it.each(CASES)(
  "I1 %s: the running service attributes the fault to the right step",
  async (what, planted, errorType, opName) => {
    fault = planted;
    const graph = `openai, ${what}`;
    await ask(graph);
    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject({ errorType, opName });
  },
);
