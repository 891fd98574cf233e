import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import { storeText } from "../memory-units.ts";
import { type StoreCall, StoreCalls } from "../store-calls.ts";
import { callerOf, insideRun } from "./langchain-runs.ts";
import { describing, firstParts, isDocument, MESSAGE, partsOf } from "./langchain-values.ts";

const RETRIEVAL = "retrieval";
const DELETION = "deletion";

/**
 * Traces a vector store's additions, searches and deletions, in place. LangChain's callbacks do not
 * report searches that the app starts on the store itself.
 */
export function observeVectorStore<T extends object>(memtrace: MemTrace, store: T): T {
  const search = (name: string) => (args: readonly unknown[]) => searching(name, args);
  new StoreCalls(memtrace).trace(store, {
    addDocuments: ([documents, options]) => adding(memtrace, "addDocuments", documents, options),
    addVectors: ([, documents, options]) => adding(memtrace, "addVectors", documents, options),
    similaritySearch: search("similaritySearch"),
    similaritySearchWithScore: search("similaritySearchWithScore"),
    similaritySearchVectorWithScore: search("similaritySearchVectorWithScore"),
    maxMarginalRelevanceSearch: search("maxMarginalRelevanceSearch"),
    delete: ([what]) => {
      const { ids = [] } = Object(what) as { ids?: unknown };
      const named = [ids].flat().filter((id) => typeof id === "string");
      return {
        options: { name: "delete", category: DELETION },
        inputs: named.length > 0 ? [] : [what],
        made: () => named.forEach((id) => void memtrace.delete(id)),
      };
    },
  });
  return store;
}

function adding(memtrace: MemTrace, name: string, documents: unknown, more: unknown): StoreCall {
  const added = [documents].flat().filter(isDocument);
  const { ids } = Object(more) as { ids?: unknown };
  return {
    options: { name, category: "update" },
    inputs: added.map(({ pageContent }) => pageContent),
    made: (given) => {
      for (const [index, document] of added.entries()) {
        const id: unknown = [given ?? ids].flat()[index] ?? document.id;
        const name = typeof id === "string" ? id : undefined;
        const { pageContent: value } = document;
        storeText(memtrace, value, name);
      }
    },
  };
}

function searching(name: string, [query, k, filter, callbacks]: readonly unknown[]): StoreCall {
  // For maximal marginal relevance, `k` is an object with all settings. Do not record a query that
  // is a vector.
  const settings = isObject(k) ? k : { k, filter };
  return {
    options: {
      name,
      category: RETRIEVAL,
      metadata: { ...settings },
      output: describing(undefined),
    },
    inputs: [typeof query === "string" ? query : "a vector"],
    made: (found) => firstParts(partsOf(found)),
    within: (begin) => insideRun(callerOf(callbacks ?? filter), begin),
  };
}

/** Traces a chat history in place: how the app adds, reads and clears messages. */
export function observeChatHistory<T extends object>(memtrace: MemTrace, history: T): T {
  /** Name of each added message → its graph. */
  const held = new Map<string, string | undefined>();
  const graphOf = () => memtrace.current()?.graph;
  const add =
    (name: string) =>
    ([messages]: readonly unknown[]) => {
      const texts = partsOf(messages).filter((part) => typeof part === "string");
      const made = () => {
        for (const text of texts) {
          const name = `message-${crypto.randomUUID()}`;
          storeText(memtrace, text, name);
          keep(held, name, graphOf());
        }
      };
      return { options: { name, category: "update", input: MESSAGE }, inputs: texts, made };
    };
  new StoreCalls(memtrace).trace(history, {
    addMessage: add("addMessage"),
    addMessages: add("addMessages"),
    getMessages: () => ({
      options: { name: "getMessages", category: RETRIEVAL, output: { category: "memory_entry" } },
      inputs: ["all messages"],
      made: (found) => partsOf(found),
    }),
    clear: () => ({
      options: { name: "clear", category: DELETION },
      inputs: [],
      made: () => {
        for (const [name, graph] of held) {
          if (graph !== graphOf()) continue;
          memtrace.delete(name);
          held.delete(name);
        }
      },
    }),
  });
  return history;
}
