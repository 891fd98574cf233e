/** The real LlamaIndex.TS, traced, with a scripted model over HTTP. */
import { FactExtractionMemoryBlock, Memory } from "@llamaindex/core/memory";
import { BaseRetriever } from "@llamaindex/core/retriever";
import { type NodeWithScore, TextNode } from "@llamaindex/core/schema";
import { OpenAI, OpenAIEmbedding } from "@llamaindex/openai";
import { MemTrace, type Variable } from "@memtrace/sdk";
import {
  observeLLM,
  observeMemory,
  observeRetriever,
  observeVectorStore,
} from "@memtrace/sdk/llamaindex";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { attributedCase } from "./support/attributed.ts";
import { FACT, QUERY, SAID, UNKNOWN } from "./support/key-question.ts";
import { ListStore } from "./support/llamaindex-store.ts";
import { type ScriptedOpenAI, startScriptedOpenAI, textOf } from "./support/scripted-openai.ts";

/** Queries the store as the retriever of a vector index does. */
class StoreRetriever extends BaseRetriever {
  constructor(
    readonly store: ListStore,
    readonly similarityTopK: number,
  ) {
    super();
  }
  async _retrieve({ query }: { query: unknown }): Promise<NodeWithScore[]> {
    const queryStr = String(query);
    const queryEmbedding = await this.store.embedModel.getTextEmbedding(queryStr);
    const { similarityTopK } = this;
    const found = await this.store.query({ queryStr, queryEmbedding, similarityTopK } as never);
    return found.nodes.map((node, at) => ({ node, score: found.similarities[at] ?? 0 }));
  }
}

/** The fault of one run. */
interface Fault {
  readonly extracted?: string;
  readonly condensed?: string;
  readonly answered?: string;
  readonly similarityTopK?: number;
  readonly tokenLimit?: number;
  readonly afterwards?: (parts: {
    store: ListStore;
    memory: Memory;
    node: (id_: string, text: string) => Promise<TextNode>;
  }) => Promise<unknown>;
}

let fault: Fault = {};
let server: ScriptedOpenAI;
beforeAll(async () => {
  server = await startScriptedOpenAI((messages) => {
    const prompt = messages.map(textOf).join("\n");
    if (prompt.includes("precise fact extraction"))
      return JSON.stringify({
        facts: [
          prompt.includes("cat sleeps") ? "The cat sleeps a lot." : (fault.extracted ?? FACT),
        ],
      });
    if (prompt.includes("precise fact condensing"))
      return JSON.stringify({
        facts: [fault.condensed ?? `${fault.extracted ?? FACT} The cat sleeps a lot.`],
      });
    return fault.answered ?? (prompt.includes("flowerpot") ? "Under the blue flowerpot." : UNKNOWN);
  });
});
afterAll(() => server.close());

const shared = () => ({ apiKey: "none", baseURL: server.url });
const llmOf = (memtrace: MemTrace) =>
  observeLLM(memtrace, new OpenAI({ ...shared(), model: "gpt-4o-mini" }));

/** Records how the question was answered. */
function judged(memtrace: MemTrace, prediction: string, evidence: Variable[]): void {
  memtrace.verdict({
    query: QUERY,
    prediction,
    expected: "the blue flowerpot",
    score: prediction.includes("blue flowerpot"),
    evidence,
  });
}

/** A chat whose memory turns messages into facts when they no longer fit. */
async function chat(memtrace: MemTrace, isToldOf: boolean): Promise<void> {
  const llm = llmOf(memtrace);
  const facts = new FactExtractionMemoryBlock({
    id: "facts-of-ada",
    priority: 1,
    llm,
    maxFacts: 1,
  });
  const memory = observeMemory(
    memtrace,
    new Memory([], { tokenLimit: 40, shortTermTokenLimitRatio: 0.2, memoryBlocks: [facts] }),
  );
  const evidence = isToldOf ? [memtrace.variable(SAID, { category: "message" })] : [];
  await memory.add({ role: "user", content: SAID });
  await memory.add({
    role: "user",
    content: "And you should know that the cat sleeps in the garden, all day long.",
  });
  await fault.afterwards?.({ memory } as never);
  if (isToldOf) memtrace.variable(QUERY, { class: "query" });
  const messages = await memory.getLLM(undefined, [{ role: "user", content: QUERY }]);
  const { message: answer } = await llm.chat({ messages });
  judged(memtrace, String(answer.content), evidence);
}

/** A chat whose memory stores only messages. */
async function talk(memtrace: MemTrace, isToldOf: boolean): Promise<void> {
  const llm = llmOf(memtrace);
  const memory = observeMemory(memtrace, new Memory([], { tokenLimit: fault.tokenLimit ?? 1_000 }));
  const evidence = isToldOf ? [memtrace.variable(SAID, { category: "message" })] : [];
  await memory.add({ role: "user", content: SAID });
  await memory.add({ role: "user", content: "And the cat sleeps in the garden." });
  await fault.afterwards?.({ memory } as never);
  if (isToldOf) memtrace.variable(QUERY, { class: "query" });
  const messages = await memory.getLLM(undefined, [{ role: "user", content: QUERY }]);
  const { message: answer } = await llm.chat({ messages });
  judged(memtrace, String(answer.content), evidence);
}

/** Stores facts in a vector store and asks through a retriever. */
async function retrieve(memtrace: MemTrace, isToldOf: boolean): Promise<void> {
  const llm = llmOf(memtrace);
  const embedModel = new OpenAIEmbedding({ ...shared(), model: "text-embedding-3-small" });
  const store = observeVectorStore(memtrace, new ListStore(embedModel));
  const retriever = observeRetriever(
    memtrace,
    new StoreRetriever(store, fault.similarityTopK ?? 2),
  );
  const node = async (id_: string, text: string) =>
    new TextNode({ id_, text, embedding: await embedModel.getTextEmbedding(text) });
  const evidence = isToldOf ? [memtrace.variable(SAID, { category: "message" })] : [];
  await store.add([
    await node("node-key", SAID),
    await node("node-asked", "Under what the spare key is kept, she asks."),
    await node("node-cat", "The cat sleeps in the garden."),
  ]);
  await fault.afterwards?.({ store, node } as never);
  if (isToldOf) memtrace.variable(QUERY, { class: "query" });
  const found = await retriever.retrieve(QUERY);
  const context = found.map((each) => (each.node as TextNode).text).join("\n");
  const content = `Context:\n${context}\nQuestion: ${QUERY}`;
  const answer = memtrace.operation("answer", async (_: string, __: NodeWithScore[]) =>
    llm
      .chat({ messages: [{ role: "user", content }] })
      .then(({ message: said }) => String(said.content)),
  );
  judged(memtrace, await answer(QUERY, found), evidence);
}

/**
 * Either name may be blamed: a block stores messages by asking its model, so one step encloses the
 * other.
 */
const BLOCK = expect.stringMatching(/^(put|chat)$/);

const cases: [string, typeof chat, Fault, object][] = [
  [
    "lost by the model of a block",
    chat,
    { extracted: "There is a spare key." },
    { errorType: "ExtractionError", opName: BLOCK },
  ],
  [
    "condensed away in a block",
    chat,
    { condensed: "The cat sleeps a lot." },
    { errorType: "UpdateError", opName: BLOCK },
  ],
  [
    "cleared with the memory",
    talk,
    { afterwards: ({ memory }) => memory.clear() },
    { errorType: "DeletionError", opName: "clear" },
  ],
  [
    "outside of the memory's limit",
    talk,
    { tokenLimit: 40 },
    { errorType: "RetrievalError", opName: "getLLM" },
  ],
  [
    "overwritten in a vector store",
    retrieve,
    {
      afterwards: async ({ store, node }) =>
        store.add([await node("node-key", "There is a spare key.")]),
    },
    { errorType: "UpdateError", opName: "add" },
  ],
  [
    "deleted from a vector store",
    retrieve,
    { afterwards: ({ store }) => store.delete("node-key") },
    { errorType: "DeletionError", opName: "delete" },
  ],
  [
    "missed by a retriever",
    retrieve,
    { similarityTopK: 1 },
    { errorType: "RetrievalError", opName: "query" },
  ],
  [
    "ignored by the model that answers",
    retrieve,
    { answered: UNKNOWN },
    { errorType: "ResponseError", opName: "chat" },
  ],
];

async function isAttributedSo(...[what, run, injected, attribution]: (typeof cases)[number]) {
  fault = injected;
  const { url, key } = inject("service");
  // Run once with the message and the question recorded, and once with only the verdict.
  for (const isToldOf of [true, false]) {
    const memtrace = new MemTrace({ url, apiKey: key });
    const graph = `llamaindex-${what.split(" ")[0]}-${isToldOf}`;
    await memtrace.graph(graph, { system: "llamaindex" }, () => run(memtrace, isToldOf));
    await memtrace.close();
    expect((await attributedCase(graph)).attribution).toMatchObject(attribution);
  }
}

describe("LlamaIndex.TS", () => {
  it.each(cases)("I17 a fact that is %s is attributed to the step that lost it", isAttributedSo);
});
