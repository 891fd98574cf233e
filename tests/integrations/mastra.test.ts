import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraVector, type QueryResult, type UpsertVectorParams } from "@mastra/core/vector";
import { Memory as MastraMemory } from "@mastra/memory";
import { Observability } from "@mastra/observability";
import { MemTrace } from "@memtrace/sdk";
import { observeMastra } from "@memtrace/sdk/mastra";
import { mastraExporter } from "@memtrace/sdk/mastra-exporter";
import { expect, inject, it } from "vitest";
import { linksOf } from "../sdk/support/traced.ts";
import { attributedCase } from "./support/attributed.ts";
import { converse, KEY, type Memory } from "./support/conversation.ts";
import { UNKNOWN } from "./support/key-question.ts";
import { traced } from "./support/recorded.ts";
import { type Message, type Said, startScriptedOpenAI } from "./support/scripted-openai.ts";

const OWNER = { thread: "thread-1", resource: "user-1" };
const FOUND = /spare key is kept under [a-z ]+/;

/**
 * The scripted model answers with the words of its prompt about the key. If `overlooks` is true, it
 * ignores them.
 */
function answering(messages: readonly Message[], overlooks = false): Said {
  if (!textOf(messages.at(-1)).endsWith("?")) return "I see.";
  const [found] = FOUND.exec(messages.map(textOf).join("\n")) ?? [];
  return overlooks || !found ? UNKNOWN : found;
}

/**
 * Scripts a model that notes everything in its working memory, and clears the notes when a message
 * mentions the quarry.
 */
function noting(): (messages: readonly Message[]) => Said {
  let notes = "";
  return (messages) => {
    const last = messages.at(-1);
    const said = textOf(last);
    if (last?.role !== "user" || said.endsWith("?")) return answering(messages);
    notes = /quarry/.test(said) ? "- The user has a dog." : `${notes}- ${said}\n`;
    return { tool: "updateWorkingMemory", args: { memory: notes } };
  };
}

function textOf(message: Message | undefined): string {
  return String(message?.content ?? "");
}

/** An embedder that counts the first letters of words, and a vector store that loses entries. */
const embedder = {
  specificationVersion: "v2" as const,
  ...{ provider: "scripted", modelId: "scripted", maxEmbeddingsPerCall: 100 },
  supportsParallelCalls: true,
  doEmbed: async ({ values }: { values: string[] }) => ({
    embeddings: values.map((text) => {
      const vector = Array.from({ length: 26 }, () => 0.01);
      for (const [, letter = ""] of text.toLowerCase().matchAll(/\b([a-z])/g)) {
        const at = letter.charCodeAt(0) - 97;
        vector[at] = (vector[at] ?? 0) + 1;
      }
      return vector;
    }),
  }),
};

class ForgetfulVectors extends MastraVector {
  readonly #rows: { id: string; vector: number[]; metadata: Record<string, unknown> }[] = [];
  constructor() {
    super({ id: "vectors" });
  }
  async upsert({ vectors, metadata = [], ids = [] }: UpsertVectorParams): Promise<string[]> {
    const added = vectors.map((vector, index) => ({
      id: ids[index] ?? `${this.#rows.length + index}`,
      vector,
      metadata: metadata[index] ?? {},
    }));
    this.#rows.push(...added);
    return added.map(({ id }) => id);
  }
  /** Returns the two latest entries, whatever the query is. */
  async query(): Promise<QueryResult[]> {
    return this.#rows.slice(-2).map(({ id, metadata }) => ({ id, metadata, score: 0.9 }));
  }
  createIndex = async () => undefined;
  listIndexes = async () => [];
  describeIndex = async () => ({ dimension: 26, count: this.#rows.length });
  deleteIndex = async () => undefined;
  updateVector = async () => undefined;
  deleteVector = async () => undefined;
  deleteVectors = async () => undefined;
}

interface Case {
  readonly model?: (messages: readonly Message[]) => Said;
  readonly vector?: MastraVector;
  /** Whether the exporter records the steps too. */
  readonly exporting?: boolean;
  readonly options?: NonNullable<ConstructorParameters<typeof MastraMemory>[0]>["options"];
  readonly memory?: (memory: MastraMemory, say: (said: string) => Promise<string>) => Memory;
  readonly verdict: object;
}

const bySaying = (_: MastraMemory, say: (said: string) => Promise<string>): Memory => ({
  remember: say,
  ask: say,
});

const deleting: Case["memory"] = (memory, say) => ({
  ...bySaying(memory, say),
  meanwhile: async () => {
    const { messages } = await memory.recall({
      threadId: OWNER.thread,
      resourceId: OWNER.resource,
    });
    const about = messages.filter(({ content }) => KEY.test(JSON.stringify(content)));
    await memory.deleteMessages(about.map(({ id }) => id));
  },
});

const CASES: [string, Case][] = [
  [
    "kept in working memory",
    {
      model: noting(),
      options: { lastMessages: false, workingMemory: { enabled: true } },
      verdict: { errorType: "UpdateError", opName: "updateResource" },
    },
  ],
  [
    "kept in the thread",
    { memory: deleting, verdict: { errorType: "DeletionError", opName: "deleteMessages" } },
  ],
  [
    "recalled",
    {
      options: { lastMessages: 2 },
      verdict: { errorType: "RetrievalError", opName: "listMessages" },
    },
  ],
  [
    "recalled, with its steps",
    {
      exporting: true,
      options: { lastMessages: 2 },
      verdict: { errorType: "RetrievalError", opName: "listMessages" },
    },
  ],
  [
    "used by the model, with its steps",
    {
      exporting: true,
      model: (messages) => answering(messages, true),
      verdict: { errorType: "ResponseError", opName: "generate" },
    },
  ],
  [
    "found by meaning",
    {
      vector: new ForgetfulVectors(),
      options: { lastMessages: 1, semanticRecall: { topK: 2, messageRange: 0 } },
      verdict: {
        errorType: "RetrievalError",
        // The search reads the vectors first, then their rows, so either step may be blamed.
        opName: expect.stringMatching(/^(vector\.query|listMessages)$/),
      },
    },
  ],
  [
    "used by the model",
    {
      model: (messages) => answering(messages, true),
      verdict: { errorType: "ResponseError", opName: "generate" },
    },
  ],
];

it.each(CASES)(
  "I20 Mastra: a fact that is not %s is attributed to the call that lost it",
  async (what, {
    model: script = answering,
    options = {},
    vector,
    exporting = false,
    memory: remembering = bySaying,
    verdict,
  }) => {
    const { url, key } = inject("service");
    const model = await startScriptedOpenAI((messages) => script(messages));
    const memtrace = new MemTrace({ url, apiKey: key });
    const memory = new MastraMemory({
      ...{ storage: new InMemoryStore(), options },
      ...(vector && { vector, embedder }),
    });
    const agent = observeMastra(memtrace, agentWith(memory, model.url));
    if (exporting) exportingMastra(memtrace, agent);
    const say = async (said: string) => (await agent.generate(said, { memory: OWNER })).text;
    const graph = `mastra, ${what}`;
    await converse(memtrace, graph, remembering(memory, say));
    await memtrace.close();
    await model.close();

    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject(verdict);
  },
);

it("I20 Mastra: with the exporter, steps and tools have inputs and outputs, each recorded once", async () => {
  const model = await startScriptedOpenAI(noting());
  const memory = new MastraMemory({ options: { workingMemory: { enabled: true } } });
  const { graph, problems } = await traced(async (memtrace) => {
    const agent = observeMastra(memtrace, agentWith(memory, model.url));
    observeMastra(memtrace, memory);
    const mastra = exportingMastra(memtrace, agent);
    await mastra.getAgent("agent").generate("I like green tea.", { memory: OWNER });
    const stream = await agent.stream("What do I like?", { memory: OWNER });
    let read = "";
    for await (const piece of stream.textStream) read += piece;
    expect(read).toBe(UNKNOWN);
    await mastra.shutdown();
  });
  await model.close();
  const names = [...graph.operations.values()].map(({ name }) => name);
  const times = (name: string) => names.filter((one) => one === name).length;

  expect(["generate", "stream", "updateResource", "updateWorkingMemory"].map(times)).toEqual([
    1, 1, 1, 1,
  ]);
  // The model runs three steps: one calls the tool, one answers, one belongs to the stream.
  expect([times("model_step"), times("saveMessages")]).toEqual([3, 2]);
  expect(graph.versionsOf("working-memory:user-1").map(({ value }) => value)).toEqual([
    "- I like green tea.\n",
  ]);
  expect(problems).toEqual([]);
});

it("I20 Mastra: observations and reflections are versions of the agent's summary of the past", async () => {
  const { graph, problems } = await traced(async (memtrace) => {
    const memory = observeMastra(memtrace, new MastraMemory({ storage: new InMemoryStore() }));
    const store = await memory.storage.getStore("memory");
    const [threadId, resourceId] = ["thread-1", "user-1"];
    const first = await store?.initializeObservationalMemory({
      ...{ threadId, resourceId, scope: "thread", config: {} },
    });
    if (!store || !first) throw new Error("the store keeps no observations");
    const message = {
      ...{ id: "message-1", role: "user" as const, createdAt: new Date(), threadId, resourceId },
      content: {
        format: 2 as const,
        parts: [{ type: "text" as const, text: "I like green tea." }],
      },
    };
    await store.saveMessages({ messages: [message] });
    await store.updateActiveObservations({
      ...{ id: first.id, observations: "The user likes green tea.", tokenCount: 5 },
      ...{ lastObservedAt: new Date(), observedMessageIds: ["message-1"] },
    });
    const currentRecord = await store.getObservationalMemory(threadId, resourceId);
    if (!currentRecord) throw new Error("the store kept no observations");
    await store.createReflectionGeneration({
      ...{ currentRecord, reflection: "The user likes tea.", tokenCount: 4 },
    });
  });
  expect(linksOf(graph, "updateActiveObservations")).toEqual([
    "I like green tea. → The user likes green tea.",
  ]);
  expect(linksOf(graph, "createReflectionGeneration")).toEqual([
    "The user likes green tea. → The user likes tea.",
  ]);
  expect(linksOf(graph, "getObservationalMemory")).toEqual([
    '{"id":"thread-1"} → The user likes green tea.',
  ]);
  expect(problems).toEqual([]);
});

it("I26 Mastra: a refusal of the model reaches the app as without tracing and marks the run", async () => {
  const model = await startScriptedOpenAI(() => undefined);
  const newAgent = () => agentWith(new MastraMemory({ storage: new InMemoryStore() }), model.url);
  const failing = async (agent: Agent) =>
    await agent.generate("I like green tea.", { memory: OWNER }).then(
      () => "no error",
      (error: Error) => [error.constructor.name, error.message],
    );
  const untraced = await failing(newAgent());
  const { graph } = await traced(async (memtrace) => {
    expect(await failing(observeMastra(memtrace, newAgent()))).toEqual(untraced);
  });
  const keyless = new MemTrace({ apiKey: "", onError: () => undefined });
  expect(await failing(observeMastra(keyless, newAgent()))).toEqual(untraced);
  await model.close();

  expect(untraced).not.toBe("no error");
  const run = [...graph.operations.values()].find(({ name }) => name === "generate");
  expect(run?.status).toBe("error");
});

function exportingMastra(memtrace: MemTrace, agent: Agent): Mastra {
  const exporters = [mastraExporter(memtrace)];
  return new Mastra({
    agents: { agent },
    storage: new InMemoryStore(),
    logger: false,
    observability: new Observability({ configs: { default: { serviceName: "t", exporters } } }),
  });
}

function agentWith(memory: MastraMemory, url: string): Agent {
  return new Agent({
    ...{ id: "agent", name: "agent", instructions: "Be kind." },
    model: { id: "custom/scripted", url, apiKey: "none" },
    memory,
  });
}

it("I20 Mastra: deleting a thread deletes its messages, however often they were read", async () => {
  const [threadId, resourceId] = ["thread-1", "user-1"];
  const messages = Array.from({ length: 50 }, (_, index) => ({
    ...{ id: `message-${index}`, role: "user" as const, createdAt: new Date(index) },
    ...{ threadId, resourceId },
    content: {
      format: 2 as const,
      parts: [{ type: "text" as const, text: `I like tea number ${index}.` }],
    },
  }));
  const { graph, problems } = await traced(async (memtrace) => {
    const memory = observeMastra(memtrace, new MastraMemory({ storage: new InMemoryStore() }));
    const store = await memory.storage.getStore("memory");
    if (!store) throw new Error("there is no store of messages");
    const dates = { createdAt: new Date(0), updatedAt: new Date(0) };
    await store.saveThread({ thread: { id: threadId, resourceId, ...dates } });
    await store.saveMessages({ messages });
    for (let times = 0; times < 199; times++)
      await store.listMessages({ threadId, perPage: false });
    await store.listMessages({ threadId, perPage: 1 });
    await store.deleteThread({ threadId });
  });
  expect(linksOf(graph, "deleteThread")).toHaveLength(50);
  expect(problems).toEqual([]);
});
