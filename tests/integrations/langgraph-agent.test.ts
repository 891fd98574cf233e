/** The prebuilt agent of the real LangGraph, whose tools write and search its store. */
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { getStore, InMemoryStore } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
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
const schema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
} as const;

/** The fault of one run. */
interface Fault {
  readonly extracted?: string;
  readonly limit?: number;
  readonly answered?: string;
}

let fault: Fault = {};
let server: ScriptedOpenAI;
beforeAll(async () => {
  // The scripted model stores each message, searches for each question, and answers from the
  // results.
  server = await startScriptedOpenAI((messages) => {
    const last = messages.at(-1);
    const said = textOf(last);
    if (last?.role === "tool") {
      if (said === "remembered") return "I will keep that in mind.";
      return fault.answered ?? (said.includes("flowerpot") ? "Under the blue flowerpot." : UNKNOWN);
    }
    return said.endsWith("?")
      ? { tool: "search_memory", args: { text: said } }
      : { tool: "remember", args: { text: fault.extracted ?? FACT } };
  });
});
afterAll(() => server.close());

function agent(store: InMemoryStore) {
  const given = () => {
    const found = getStore();
    if (found === undefined) throw new Error("the graph has no store");
    return found;
  };
  const remember = tool(
    async ({ text }: { text: string }) => {
      await given().put(NAMESPACE, "spare-key", { text });
      return "remembered";
    },
    { name: "remember", description: "Remembers a fact.", schema },
  );
  const search = tool(
    async ({ text }: { text: string }) => {
      const items = await given().search(NAMESPACE, { query: text, limit: fault.limit ?? 3 });
      return items.map(({ value }) => value.text).join("\n");
    },
    { name: "search_memory", description: "Searches the memory.", schema },
  );
  const llm = new ChatOpenAI({
    apiKey: "none",
    model: "scripted",
    configuration: { baseURL: server.url },
  });
  return createReactAgent({ llm, tools: [remember, search], store });
}

describe("an agent of LangGraph", () => {
  it.each<[string, Fault, object]>([
    [
      "lost by the model that extracts",
      { extracted: "There is a spare key." },
      { errorType: "ExtractionError", opName: "ChatOpenAI" },
    ],
    ["missed by its search", { limit: 1 }, { errorType: "RetrievalError", opName: "search" }],
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
      const memtrace = new MemTrace({ url, apiKey: key });
      const embeddings = new OpenAIEmbeddings({
        ...{ apiKey: "none", model: "words", encodingFormat: "float" },
        configuration: { baseURL: server.url },
      });
      const index = { dims: DIMENSIONS, embeddings, fields: ["text"] };
      const store = observeStore(memtrace, new InMemoryStore({ index }));
      const app = agent(store);
      const callbacks = [new MemTraceHandler(memtrace)];
      const ask = async (said: string) => {
        const { messages } = await app.invoke(
          { messages: [new HumanMessage(said)] },
          { callbacks },
        );
        return String(messages.at(-1)?.content);
      };
      const graph = `langgraph-agent-${what.split(" ")[0]}`;
      await memtrace.graph(graph, { system: "langgraph" }, async () => {
        await ask(SAID);
        await store.put(NAMESPACE, "asked", {
          text: "Under what the spare key is kept, she asks.",
        });
        const prediction = await ask(QUERY);
        memtrace.verdict({
          query: QUERY,
          prediction,
          expected: "the blue flowerpot",
          score: prediction.includes("blue flowerpot"),
        });
      });
      await memtrace.close();
      expect((await attributedCase(graph)).attribution).toMatchObject(attribution);
    },
  );
});
