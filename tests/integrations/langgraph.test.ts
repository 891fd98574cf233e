/** A store of the real LangGraph, traced, in a graph whose model is scripted over HTTP. */
import {
  Annotation,
  type BaseStore,
  END,
  InMemoryStore,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { MemTrace } from "@memtrace/sdk";
import { MemTraceHandler } from "@memtrace/sdk/langchain";
import { observeStore } from "@memtrace/sdk/langgraph";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { attributedCase } from "./support/attributed.ts";
import { FACT, QUERY, SAID, UNKNOWN } from "./support/key-question.ts";
import {
  DIMENSIONS,
  type ScriptedOpenAI,
  startScriptedOpenAI,
  textOf,
} from "./support/scripted-openai.ts";

const NAMESPACE = ["ada", "memories"];

/** The fault of one run. */
interface Fault {
  readonly extracted?: string;
  readonly answered?: string;
  readonly limit?: number;
  readonly filter?: Record<string, unknown>;
  readonly afterwards?: (store: BaseStore) => Promise<unknown>;
}

let fault: Fault = {};
let server: ScriptedOpenAI;
beforeAll(async () => {
  server = await startScriptedOpenAI((messages) => {
    const prompt = messages.map(textOf).join("\n");
    if (prompt.startsWith("Extract")) return JSON.stringify({ fact: fault.extracted ?? FACT });
    return fault.answered ?? (prompt.includes("flowerpot") ? "Under the blue flowerpot." : UNKNOWN);
  });
});
afterAll(() => server.close());

const State = Annotation.Root({ said: Annotation<string>, answer: Annotation<string> });

/** An agent that stores each message and answers questions from its store. */
function agent(store: BaseStore) {
  const shared = { apiKey: "none", configuration: { baseURL: server.url } };
  const model = new ChatOpenAI({ ...shared, model: "scripted" });
  const ask = async (prompt: string) => String((await model.invoke(prompt)).content);
  const storeOf = ({ store: given }: LangGraphRunnableConfig) => {
    if (given === undefined) throw new Error("the graph has no store");
    return given;
  };
  return new StateGraph(State)
    .addNode("remember", async ({ said }, config) => {
      const { fact } = JSON.parse(await ask(`Extract the fact in: ${said}`));
      await storeOf(config).put(NAMESPACE, "spare-key", { text: fact, kind: "fact" });
      return {};
    })
    .addNode("respond", async ({ said }, config) => {
      const { limit = 2, filter = { kind: "fact" } } = fault;
      const items = await storeOf(config).search(NAMESPACE, { query: said, limit, filter });
      const memories = items.map(({ value }) => value.text).join("\n");
      return { answer: await ask(`What is known:\n${memories}\nQuestion: ${said}`) };
    })
    .addConditionalEdges(START, ({ said }) => (said.endsWith("?") ? "respond" : "remember"))
    .addEdge("remember", END)
    .addEdge("respond", END)
    .compile({ store });
}

async function run(memtrace: MemTrace, graph: string, isToldOf: boolean): Promise<void> {
  const shared = { apiKey: "none", configuration: { baseURL: server.url } };
  const embeddings = new OpenAIEmbeddings({ ...shared, model: "words", encodingFormat: "float" });
  const index = { dims: DIMENSIONS, embeddings, fields: ["text"] };
  const store = observeStore(memtrace, new InMemoryStore({ index }));
  const app = agent(store);
  const callbacks = [new MemTraceHandler(memtrace)];
  await memtrace.graph(graph, { system: "langgraph" }, async () => {
    const evidence = isToldOf ? [memtrace.variable(SAID, { category: "message" })] : [];
    await app.invoke({ said: SAID }, { callbacks });
    const text = "Under what the spare key is kept, she asks.";
    await store.put(NAMESPACE, "asked", { text, kind: "fact" });
    await store.put(NAMESPACE, "cat", { text: "The cat sleeps in the garden.", kind: "fact" });
    await fault.afterwards?.(store);
    if (isToldOf) memtrace.variable(QUERY, { class: "query" });
    const { answer: prediction } = await app.invoke({ said: QUERY }, { callbacks });
    memtrace.verdict({
      query: QUERY,
      prediction,
      expected: "the blue flowerpot",
      score: prediction.includes("blue flowerpot"),
      evidence,
    });
  });
}

describe("a store of LangGraph", () => {
  it.each<[string, Fault, object]>([
    [
      "lost by the model that extracts",
      { extracted: "There is a spare key." },
      { errorType: "ExtractionError", opName: "ChatOpenAI" },
    ],
    [
      "overwritten by a put",
      {
        afterwards: (store) =>
          store.put(NAMESPACE, "spare-key", { text: "There is a spare key.", kind: "fact" }),
      },
      { errorType: "UpdateError", opName: "put" },
    ],
    [
      "deleted by a put of nothing",
      {
        afterwards: (store) =>
          store.batch([{ namespace: NAMESPACE, key: "spare-key", value: null }]),
      },
      { errorType: "DeletionError", opName: "delete" },
    ],
    ["missed by a limit", { limit: 1 }, { errorType: "RetrievalError", opName: "search" }],
    [
      "filtered out",
      { filter: { kind: "preference" } },
      { errorType: "RetrievalError", opName: "search" },
    ],
    [
      "ignored by the model that answers",
      { answered: UNKNOWN },
      { errorType: "ResponseError", opName: "ChatOpenAI" },
    ],
  ])(
    "I14 a fact that is %s is attributed to the step that lost it",
    async (what, injected, attribution) => {
      fault = injected;
      const { url, key } = inject("service");
      // Run once with the message and the question recorded, and once with only the verdict.
      for (const isToldOf of [true, false]) {
        const memtrace = new MemTrace({ url, apiKey: key });
        const graph = `langgraph-${what.split(" ")[0]}-${isToldOf}`;
        await run(memtrace, graph, isToldOf);
        await memtrace.close();
        expect((await attributedCase(graph)).attribution).toMatchObject(attribution);
      }
    },
  );
});
