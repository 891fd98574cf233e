/** The operations that a store of the real LangGraph records. */
import {
  Annotation,
  END,
  InMemoryStore,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { MemTrace } from "@memtrace/sdk";
import { MemTraceHandler } from "@memtrace/sdk/langchain";
import { observeStore } from "@memtrace/sdk/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { startCollector } from "../sdk/support/collector.ts";
import { linksOf } from "../sdk/support/traced.ts";
import { runDocumented } from "./support/documented.ts";
import { traced } from "./support/recorded.ts";
import { type ScriptedOpenAI, startScriptedOpenAI, textOf } from "./support/scripted-openai.ts";

const PREFIX = ["ada", "memories"];

let server: ScriptedOpenAI;
beforeAll(async () => {
  server = await startScriptedOpenAI((messages) => `You said: ${textOf(messages.at(-1))}`);
});
afterAll(() => server.close());

const namesOf = (graph: EvolutionGraph) => [...graph.operations.values()].map(({ name }) => name);
const State = Annotation.Root({ question: Annotation<string> });

/** Two nodes that run at the same time and each write and read an item. */
function twoNodes(store: InMemoryStore) {
  const node =
    (name: string) =>
    async ({ question }: { question: string }, { store: given }: LangGraphRunnableConfig) => {
      await given?.put(PREFIX, name, { text: `The note of ${name}: ${question}` });
      await given?.get(PREFIX, name);
      return {};
    };
  return new StateGraph(State)
    .addNode("first", node("first"))
    .addNode("other", node("other"))
    .addEdge(START, "first")
    .addEdge(START, "other")
    .addEdge("first", END)
    .addEdge("other", END)
    .compile({ store });
}

describe("a store of LangGraph", () => {
  it("I15 each call is one operation, and an item is a unit named by its namespace and key", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const store = observeStore(memtrace, new InMemoryStore());
      expect(observeStore(memtrace, store)).toBe(store);
      await store.put(PREFIX, "tea", { text: "likes green tea" });
      await store.put(PREFIX, "tea", { text: "likes black tea" });
      expect((await store.get(PREFIX, "tea"))?.value).toEqual({ text: "likes black tea" });
      expect(await store.search(["ada"], { limit: 3 })).toHaveLength(1);
      expect(await store.listNamespaces()).toEqual([PREFIX]);
      await store.delete(PREFIX, "tea");
      expect(await store.get(PREFIX, "tea")).toBeNull();
    });
    const calls = ["put", "put", "get", "search", "listNamespaces", "delete", "get"];
    expect(namesOf(graph)).toEqual(calls);
    const versions = graph.versionsOf("ada.memories/tea");
    expect(versions.map(({ value }) => value)).toEqual(["likes green tea", "likes black tea"]);
    expect(linksOf(graph, "put")).toContain("likes green tea → likes black tea");
    expect(linksOf(graph, "search")).toEqual([
      '{"namespacePrefix":["ada"],"limit":3} → likes black tea',
    ]);
    expect(linksOf(graph, "delete")).toEqual(["likes black tea → deleted"]);
    expect(problems).toEqual([]);
  });

  it("I15 each call of a batch is recorded separately, and a put of null is a deletion", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const store = observeStore(memtrace, new InMemoryStore());
      const item = { namespace: PREFIX, key: "tea" };
      await store.batch([
        { ...item, value: { text: "likes green tea" } },
        { namespace: PREFIX, key: "cat", value: { text: "has a cat", since: "May" } },
      ]);
      const [found, all] = await store.batch([item, { namespacePrefix: ["ada"] }] as const);
      expect([found?.key, all.length]).toEqual(["tea", 2]);
      await store.batch([{ ...item, value: null }]);
    });
    expect(namesOf(graph)).toEqual(["put", "put", "get", "search", "delete"]);
    expect(linksOf(graph, "search").map((link) => link.split(" → ")[1])).toEqual([
      "likes green tea",
      '{"text":"has a cat","since":"May"}',
    ]);
    expect(linksOf(graph, "delete")).toEqual(["likes green tea → deleted"]);
    expect(problems).toEqual([]);
  });

  it("I16 a node's store calls belong to the node, although the graph queues them", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const app = twoNodes(observeStore(memtrace, new InMemoryStore()));
      const callbacks = [new MemTraceHandler(memtrace)];
      for (const question of ["At first?", "And now?"])
        await app.invoke({ question }, { callbacks });
    });
    const operations = [...graph.operations.values()];
    for (const name of ["first", "other"]) {
      const runs = operations.filter((each) => each.name === name).map(({ id }) => id);
      expect(runs).toHaveLength(2);
      for (const run of runs) {
        const inside = operations.filter(({ metadata }) => metadata?.inside === run);
        expect(inside.map((each) => each.name)).toEqual(["put", "get"]);
        const written = inside.flatMap(({ id }) => graph.linksOf(id).map(({ to }) => to));
        expect(new Set(written.map((id) => id.split("@")[0]))).toEqual(
          new Set([`ada.memories/${name}`]),
        );
      }
    }
    expect(operations.filter(({ name }) => name === "put" || name === "get")).toHaveLength(8);
    expect(problems).toEqual([]);
  });

  it("I16 without the callbacks, a node's store calls belong to the operation that ran the graph", async () => {
    const { graph } = await traced(async (memtrace) => {
      const app = twoNodes(observeStore(memtrace, new InMemoryStore()));
      const ask = memtrace.operation("ask", (question: string) => app.invoke({ question }));
      await ask("At first?");
    });
    const [ask, ...parts] = [...graph.operations.values()];
    expect(ask?.name).toBe("ask");
    expect(parts.map(({ metadata }) => metadata?.inside)).toEqual(Array(4).fill(ask?.id));
  });

  it("I15 an error reaches the app and marks the operation; without a key nothing changes", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const store = observeStore(memtrace, new InMemoryStore());
      await expect(store.put([], "tea", { text: "likes tea" })).rejects.toThrow("Namespace");
      await expect(store.get(["a.b"], "tea")).rejects.toThrow("periods");
    });
    expect([...graph.operations.values()].map(({ status }) => status)).toEqual(["error", "error"]);
    expect(problems).toEqual([]);

    const store = observeStore(
      new MemTrace({ apiKey: "", onError: () => {} }),
      new InMemoryStore(),
    );
    const value = { text: "likes tea" };
    await store.put(PREFIX, "tea", value);
    expect((await store.get(PREFIX, "tea"))?.value).toBe(value);
  });

  it("I19 the code of docs/integrations/langgraph.md compiles and runs unchanged", async () => {
    const collector = await startCollector();
    const { compiler, printed } = await runDocumented("langgraph.md", {
      ...{ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
      ...{ OPENAI_API_KEY: "none", OPENAI_BASE_URL: server.url },
    });
    await collector.close();
    const graph = collector.graph("ada");
    expect([compiler, printed]).toEqual(["", ""]);
    const said = "By the way, the spare key is kept under the blue flowerpot.";
    expect(linksOf(graph, "search")).toEqual([
      `{"namespacePrefix":["ada","memories"],"limit":10,"offset":0} → ${said}`,
    ]);
    expect(graph.verdicts).toMatchObject([{ score: 1 }]);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  });
});
