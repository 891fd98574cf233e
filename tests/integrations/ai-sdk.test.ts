import { createOpenAI } from "@ai-sdk/openai";
import { MemTrace } from "@memtrace/sdk";
import { MemTraceTelemetry } from "@memtrace/sdk/ai-sdk";
import {
  embed,
  embedMany,
  generateObject,
  generateText,
  isStepCount,
  jsonSchema,
  rerank,
  streamText,
  tool,
} from "ai";
import { MockRerankingModelV4 } from "ai/test";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startCollector } from "../sdk/support/collector.ts";
import { linksOf } from "../sdk/support/traced.ts";
import { attributedCase } from "./support/attributed.ts";
import { runDocumented } from "./support/documented.ts";
import { QUERY } from "./support/key-question.ts";
import {
  DIMENSIONS,
  type ScriptedOpenAI,
  startScriptedOpenAI,
  textOf,
} from "./support/scripted-openai.ts";

const FACTS = new Map([
  [
    "By the way, the spare key is kept under the blue flowerpot.",
    "The spare key is kept under the blue flowerpot",
  ],
  ["My sister Ruth moved to Lisbon in spring.", "The user's sister Ruth moved to Lisbon in spring"],
  ["I feed the cat at seven every morning.", "The user feeds the cat at seven every morning"],
]);
const [SAID = "", FACT = ""] = [...FACTS.entries()][0] ?? [];
const EXPECTED = "It is kept under the blue flowerpot.";

let server: ScriptedOpenAI;
/**
 * The text that the scripted model overlooks, and the model's query if it is not the question
 * itself.
 */
let overlooked = "";
let reworded = "";

beforeAll(async () => {
  // The scripted model notes each message, searches for each question, and answers from the
  // results.
  server = await startScriptedOpenAI(
    (messages) => {
      const last = messages.at(-1);
      const said = textOf(last);
      if (said === "refuse") return undefined;
      if (said.startsWith("{")) return said;
      if (last?.role === "tool") {
        if (textOf(messages.findLast(({ role }) => role === "user")) !== QUERY) return "Noted.";
        return said.includes(FACT) && overlooked !== FACT ? EXPECTED : "I do not know that.";
      }
      if (said === QUERY) return { tool: "search_memory", args: { query: reworded || said } };
      const fact = said === overlooked ? "The user mentioned a key" : FACTS.get(said);
      return fact ? { tool: "remember", args: { fact } } : `You said: ${said}`;
    },
    (text) => text !== "not to be embedded",
  );
});
afterAll(() => server.close());

const provider = () => createOpenAI({ apiKey: "none", baseURL: server.url });

interface Unit {
  readonly id: string;
  readonly text: string;
}
const unit = ({ id, text }: Unit) => ({ name: id, value: text, category: "memory_entry" });

interface Fault {
  readonly overlook?: string;
  readonly reword?: string;
  readonly keep?: (fact: string) => string;
  readonly find?: (units: readonly Unit[]) => readonly Unit[];
}

/**
 * Tells an agent the facts, asks it a question, and returns its answer. The agent's memory is two
 * tools.
 */
async function converse(
  graph: string,
  { overlook = "", reword = "", keep, find }: Fault,
  streams: boolean,
) {
  overlooked = overlook;
  reworded = reword;
  const { url, key } = inject("service");
  await using memtrace = new MemTrace({ url, apiKey: key });
  const integrations = new MemTraceTelemetry(memtrace, {
    remember: { category: "extraction", output: unit },
    search_memory: { category: "retrieval", output: unit },
    answer: { output: { class: "prediction" } },
  });
  const units: Unit[] = [];
  const tools = {
    remember: tool({
      inputSchema: jsonSchema<{ fact: string }>({ type: "object" }),
      execute: ({ fact }) => {
        const made = { id: `unit-number-${units.length + 1}`, text: keep?.(fact) ?? fact };
        units.push(made);
        return made;
      },
    }),
    search_memory: searchTool(() => find?.(units) ?? [...units]),
  };
  const say = async (functionId: string, prompt: string) => {
    const options = {
      ...{ model: provider().chat("scripted"), prompt, tools, stopWhen: isStepCount(3) },
      telemetry: { functionId, integrations },
    };
    return streams ? await streamText(options).text : (await generateText(options)).text;
  };
  return await memtrace.graph(graph, { system: "ai-sdk" }, async () => {
    for (const said of FACTS.keys()) {
      memtrace.variable(said, { category: "message" });
      await say("take_notes", said);
    }
    memtrace.variable(QUERY, { class: "query" });
    const prediction = await say("answer", QUERY);
    const score = prediction === EXPECTED;
    memtrace.verdict({ query: QUERY, prediction, expected: EXPECTED, score, evidence: [SAID] });
    return prediction;
  });
}

const FAULTS: [string, Fault, string, string][] = [
  ["the model notes something else", { overlook: SAID }, "ExtractionError", "take_notes"],
  [
    "the tool that stores drops a part",
    { keep: (fact) => fact.replace(/ under .*/, "") },
    "ExtractionError",
    "remember",
  ],
  [
    "the tool that searches misses",
    { find: (units) => units.slice(1) },
    "RetrievalError",
    "search_memory",
  ],
  [
    "the tool that searches misses, by a query of the model's own",
    { reword: "place of the key", find: (units) => units.slice(1) },
    "RetrievalError",
    "search_memory",
  ],
  ["the answer ignores what was found", { overlook: FACT }, "ResponseError", "answer"],
];

describe("the AI SDK", () => {
  for (const [way, streams] of [
    ["in one go", false],
    ["streamed", true],
  ] as const)
    it.each(FAULTS)(`I45 %s, ${way}`, async (name, fault, errorType, opName) => {
      const graph = `ai-sdk: ${name}, ${way}`;
      expect(await converse(graph, fault, streams)).not.toBe(EXPECTED);
      const { attribution } = await attributedCase(graph);
      expect(attribution).toMatchObject({ errorType, opName });
    });

  it("I46 calls of models and tools are operations inside the running one, from prompt to answer", async () => {
    const { collector, telemetry, memtrace, close } = await collecting();
    const integrations = telemetry({ search_memory: { category: "retrieval", output: unit } });
    const tools = { search_memory: searchTool(() => [{ id: "unit-number-1", text: FACT }]) };
    const model = provider().chat("scripted");
    const run = memtrace.operation("agent", async (prompt: string) => {
      const options = { model, tools, stopWhen: isStepCount(2), telemetry: { integrations } };
      const instructions = "Search before you answer.";
      const { text } = await generateText({ ...options, prompt, instructions });
      const streamed = streamText({ model, prompt: "hello there", telemetry: { integrations } });
      let read = "";
      for await (const piece of streamed.textStream) read += piece;
      return `${text} ${read}`;
    });
    overlooked = reworded = "";
    expect(await memtrace.graph("g", () => run(QUERY))).toBe(`${EXPECTED} You said: hello there`);
    await close();
    const graph = collector.graph("g");
    const operations = [...graph.operations.values()];
    expect(
      operations.map(({ name, category, metadata }) => [name, category, metadata?.model]),
    ).toEqual([
      ["agent", undefined, undefined],
      ["generateText", "generation", "scripted"],
      ["search_memory", "retrieval", undefined],
      ["generateText", "generation", "scripted"],
      ["streamText", "generation", "scripted"],
    ]);
    expect(
      operations.slice(1).every(({ metadata }) => metadata?.inside === operations[0]?.id),
    ).toBe(true);
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
    const texts = operations.filter(({ name }) => name === "generateText");
    expect(texts.map(({ metadata }) => metadata?.usage)).toEqual([usage, usage]);
    const args = JSON.stringify({ query: QUERY });
    expect(linksOf(graph, "search_memory")).toEqual([`${QUERY} → ${FACT}`, `${args} → ${FACT}`]);
    expect(linksOf(graph, "generateText")).toEqual(
      [
        ...[`Search before you answer. → ${args}`, `${QUERY} → ${args}`],
        ...["Search before you answer.", QUERY, args, FACT].map((from) => `${from} → ${EXPECTED}`),
      ].sort(),
    );
    const made = linksOf(graph, "agent").map((link) => link.replace(/^.* → /, ""));
    expect(new Set(made)).toEqual(new Set(["hello there", `${EXPECTED} You said: hello there`]));
    expect(linksOf(graph, "streamText")).toEqual(["hello there → You said: hello there"]);
    const calls = [...graph.variables.values()].filter((v) => v.category === "tool_call");
    expect(calls.map(({ name, comment }) => [name, comment])).toEqual([
      [expect.stringMatching(/^call-of-search_memory-/), "search_memory"],
    ]);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  });

  it("I47 calls for objects, vectors and rankings are operations too, and vectors are not recorded", async () => {
    const { collector, telemetry, memtrace, close } = await collecting();
    const integrations = telemetry();
    const openai = provider();
    const store = memtrace.operation(
      "store",
      (text: string, vector: number[]) => `${text}, ${vector.length}`,
    );
    await memtrace.graph("g", async () => {
      const schema = jsonSchema<{ key: string }>({ type: "object" });
      const telemetry = { integrations };
      const model = openai.chat("scripted");
      const { object } = await generateObject({
        model,
        schema,
        prompt: '{"key":"as told"}',
        telemetry,
      });
      expect(object).toEqual({ key: "as told" });
      const { embedding } = await embed({
        ...{ model: openai.embeddingModel("words"), value: "the spare key", telemetry },
      });
      expect(embedding).toHaveLength(DIMENSIONS);
      store("the spare key", embedding);
      const values = ["the first text", "the other text"];
      await embedMany({
        model: openai.embeddingModel("words"),
        values,
        telemetry: { ...telemetry, functionId: "index" },
      });
      const ranking = [{ index: 1, relevanceScore: 0.9 }];
      const many = Array.from({ length: 60 }, (_, at) => `text number ${at}`);
      const embedder = openai.embeddingModel("words");
      await embedMany({
        model: embedder,
        values: many,
        telemetry: { ...telemetry, functionId: "load" },
      });
      // The script sets the ranking.
      await rerank({
        model: new MockRerankingModelV4({ doRerank: async () => ({ ranking }) }),
        ...{ query: "which text is the other?", documents: values, telemetry },
      });
    });
    await close();
    const graph = collector.graph("g");
    const vector = `a vector of ${DIMENSIONS} numbers`;
    expect(linksOf(graph, "generateObject")).toEqual(['{"key":"as told"} → {"key":"as told"}']);
    expect(linksOf(graph, "embed")).toEqual([`the spare key → ${vector}`]);
    expect(linksOf(graph, "store")).toContain(`${vector} → the spare key, ${DIMENSIONS}`);
    expect(linksOf(graph, "index")).toHaveLength(4);
    expect(linksOf(graph, "load")).toEqual([
      expect.stringMatching(/text number 59"\] → 60 vectors of 64 numbers$/),
    ]);
    expect(linksOf(graph, "rerank")).toContain('the other text → ["the other text"]');
    expect(collector.received.map(({ body }) => body).join("")).not.toMatch(/(\d[.,\s]+){8}/);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  });

  it("I48 errors of models and tools reach the app and mark their operations; an aborted call is marked as aborted", async () => {
    const { collector, telemetry, memtrace, close } = await collecting();
    const integrations = telemetry();
    const model = provider().chat("scripted");
    const options = { model, maxRetries: 0, telemetry: { integrations } };
    const thrown = new Error("the store is closed");
    await memtrace.graph("g", async () => {
      await expect(generateText({ ...options, prompt: "refuse" })).rejects.toThrow(
        "the script refuses",
      );
      const tools = {
        search_memory: searchTool(() => {
          throw thrown;
        }),
      };
      const { finalStep } = await generateText({ ...options, prompt: QUERY, tools });
      expect(finalStep.content).toContainEqual(expect.objectContaining({ error: thrown }));
      const stopped = new AbortController();
      const { fullStream } = streamText({
        ...options,
        prompt: "a b c d",
        abortSignal: stopped.signal,
      });
      for await (const { type } of fullStream) if (type === "text-delta") stopped.abort();
      const model = provider().embeddingModel("words");
      await expect(embed({ ...options, model, value: "not to be embedded" })).rejects.toThrow(
        "refuses",
      );
    });
    await close();
    const operations = [...collector.graph("g").operations.values()];
    expect(operations.map(({ name, status, error }) => [name, status, error])).toEqual([
      ["generateText", "error", "the script refuses"],
      ["generateText", "ok", undefined],
      ["search_memory", "error", thrown.message],
      ["streamText", "error", "aborted"],
      ["embed", "error", "the script refuses"],
    ]);
  });

  it("I48 the SDK sends no inputs and outputs that the app excludes, and nothing while tracing is off", async () => {
    const { collector, telemetry, memtrace, close } = await collecting();
    const integrations = telemetry();
    const model = provider().chat("scripted");
    await memtrace.graph("g", async () => {
      const hidden = { integrations, recordInputs: false, recordOutputs: false };
      const { text } = await generateText({ model, prompt: "a secret text", telemetry: hidden });
      memtrace.enabled = false;
      const off = await generateText({ model, prompt: "hello there", telemetry: { integrations } });
      expect([text, off.text]).toEqual(["You said: a secret text", "You said: hello there"]);
    });
    await close();
    const graph = collector.graph("g");
    expect(linksOf(graph, "generateText")).toEqual(["[not recorded] → [not recorded]"]);
    expect(graph.operations.size).toBe(1);
  });

  it("I49 the code of docs/integrations/ai-sdk.md compiles and runs unchanged", async () => {
    const collector = await startCollector();
    overlooked = reworded = "";
    const { compiler, printed } = await runDocumented("ai-sdk.md", {
      ...{ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
      ...{ OPENAI_API_KEY: "none", OPENAI_BASE_URL: server.url },
    });
    await collector.close();
    const graph = collector.graph("ada");
    expect([compiler, printed]).toEqual(["", ""]);
    expect(linksOf(graph, "search_memory")).toContain(`${QUERY} → ${FACT}`);
    expect(graph.verdicts).toMatchObject([{ prediction: EXPECTED, score: 1 }]);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  });
});

function searchTool(execute: () => readonly Unit[]) {
  return tool({ inputSchema: jsonSchema<{ query: string }>({ type: "object" }), execute });
}

/** Creates a client that sends its events to a collector. */
async function collecting() {
  const collector = await startCollector();
  const memtrace = new MemTrace({ url: collector.url, apiKey: "k" });
  type Described = ConstructorParameters<typeof MemTraceTelemetry>[1];
  const telemetry = (described?: Described) => new MemTraceTelemetry(memtrace, described);
  const close = async () => {
    await memtrace.close();
    await collector.close();
  };
  return { collector, memtrace, telemetry, close };
}
