/** The operations that the real LlamaIndex.TS records. */
import {
  BaseMemoryBlock,
  FactExtractionMemoryBlock,
  Memory,
  StaticMemoryBlock,
  VectorMemoryBlock,
} from "@llamaindex/core/memory";
import { OpenAI, OpenAIEmbedding } from "@llamaindex/openai";
import { MemTrace } from "@memtrace/sdk";
import { observeLLM, observeMemory, observeRetriever } from "@memtrace/sdk/llamaindex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCollector } from "../sdk/support/collector.ts";
import { linksOf } from "../sdk/support/traced.ts";
import { runDocumented } from "./support/documented.ts";
import { FACT } from "./support/key-question.ts";
import { ListStore } from "./support/llamaindex-store.ts";
import { traced } from "./support/recorded.ts";
import { type ScriptedOpenAI, startScriptedOpenAI, textOf } from "./support/scripted-openai.ts";

let server: ScriptedOpenAI;
beforeAll(async () => {
  server = await startScriptedOpenAI((messages) => {
    const said = messages.map(textOf).join("\n");
    if (said === "break") return undefined;
    if (said.includes("precise fact extraction")) return JSON.stringify({ facts: [FACT] });
    return said.includes(FACT) ? "Under the blue flowerpot." : `You said: ${said}`;
  });
});
afterAll(() => server.close());

const modelOf = () =>
  new OpenAI({ apiKey: "none", baseURL: server.url, model: "gpt-4o-mini", maxRetries: 0 });
const user = (content: string) => ({ role: "user" as const, content });

describe("LlamaIndex.TS", () => {
  it("I18 the trace shows additions, reads and clearing, and messages are named by their ids", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const memory = observeMemory(memtrace, new Memory([], { tokenLimit: 30 }));
      expect(observeMemory(memtrace, memory)).toBe(memory);
      await memory.add(
        user("I like green tea, said in many words, of which there are enough by now."),
      );
      await memory.add(user("I have a cat"));
      expect(await memory.get()).toHaveLength(2);
      expect(await memory.getLLM(undefined, [user("What do I have?")])).toHaveLength(2);
      await memory.clear();
      expect(await memory.get()).toEqual([]);
    });
    expect(linksOf(graph, "add")).toContain("I have a cat → I have a cat");
    expect(linksOf(graph, "getLLM")).toEqual(["What do I have? → I have a cat"]);
    expect(linksOf(graph, "clear")).toEqual([
      expect.stringMatching(/^I have a cat → deleted/),
      expect.stringMatching(/^I like green tea.* → deleted/),
    ]);
    expect([...graph.operations.values()].map(({ name, category }) => [name, category])).toEqual([
      ["add", "update"],
      ["add", "update"],
      ["get", "retrieval"],
      ["getLLM", "retrieval"],
      ["clear", "deletion"],
      ["get", "retrieval"],
    ]);
    expect(problems).toEqual([]);
  });

  it("I18 the facts of a block are one unit, and messages that move into a block count as removed", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const llm = observeLLM(memtrace, modelOf());
      const facts = new FactExtractionMemoryBlock({ id: "facts-1", priority: 2, llm, maxFacts: 9 });
      const rule = new StaticMemoryBlock({ id: "rule-1", content: "Answer in short words." });
      const memoryBlocks = [facts, rule];
      const memory = observeMemory(memtrace, new Memory([], { tokenLimit: 12, memoryBlocks }));
      await memory.add(
        user("By the way, the spare key is kept under the blue flowerpot, I think."),
      );
      expect(await memory.getLLM(undefined, [])).not.toHaveLength(0);
    });
    const named = (name: string) => graph.versionsOf(name).map(({ value }) => value);
    expect([named("facts-1"), named("rule-1")]).toEqual([[FACT], ["Answer in short words."]]);
    const [message] = linksOf(graph, "add").map((link) => link.split(" → ")[0]);
    expect(linksOf(graph, "manageMemoryBlocks")).toEqual([`${message} → deleted`]);
    expect(linksOf(graph, "put")).toContain(`${message} → ${FACT}`);
    expect(problems).toEqual([]);
  });

  it("I18 the trace of a block with a vector store has the store's own steps", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const embedModel = new OpenAIEmbedding({ apiKey: "none", baseURL: server.url });
      const vectorStore = new ListStore(embedModel);
      const block = new VectorMemoryBlock({ id: "past-1", priority: 1, vectorStore });
      const memory = observeMemory(
        memtrace,
        new Memory([], { tokenLimit: 9, memoryBlocks: [block] }),
      );
      await memory.add(user("By the way, the spare key is kept under the blue flowerpot."));
      const question = user("Where is the spare key?");
      const { metadata } = modelOf();
      expect(await memory.getLLM({ metadata } as OpenAI, [question])).toHaveLength(2);
    });
    const unit =
      "<message role='user'>By the way, the spare key is kept under the blue flowerpot.</message>";
    expect(linksOf(graph, "add")).toContain(`${unit} → ${unit}`);
    expect(linksOf(graph, "query").map((link) => link.split(" → ")[1])).toEqual([unit]);
    const shown = linksOf(graph, "get").filter((link) => link.startsWith(`${unit} → `));
    expect(shown).toEqual([expect.stringContaining("blue flowerpot")]);
    expect(problems).toEqual([]);
  });

  it("I18 a custom block is recorded when the app reads it", async () => {
    class Echo extends BaseMemoryBlock {
      async get() {
        return [{ id: this.id, role: "memory" as const, content: "She likes green tea." }];
      }
      async put() {}
    }
    const { graph, problems } = await traced(async (memtrace) => {
      const memory = observeMemory(
        memtrace,
        new Memory([], { memoryBlocks: [new Echo({ id: "echo-1", priority: 1 })] }),
      );
      await memory.getLLM(undefined, [user("What does she like?")]);
    });
    expect(linksOf(graph, "get")).toEqual(["What does she like? → She likes green tea."]);
    expect(problems).toEqual([]);
  });

  it("I18 a stream reaches the app as a stream, and the part that the app reads is the answer", async () => {
    const { graph } = await traced(async (memtrace) => {
      const llm = observeLLM(memtrace, modelOf());
      let read = "";
      for await (const { delta } of await llm.chat({ messages: [user("in one go")], stream: true }))
        read += delta;
      expect(read).toBe("You said: in one go");
      expect((await llm.complete({ prompt: "and whole" })).text).toBe("You said: and whole");
    });
    expect(linksOf(graph, "chat")).toEqual([
      "and whole → You said: and whole",
      "in one go → You said: in one go",
    ]);
  });

  it("I18 an error reaches the app and marks the operation; without a key nothing changes", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const llm = observeLLM(memtrace, modelOf());
      await expect(llm.chat({ messages: [user("break")] })).rejects.toThrow("the script refuses");
      const retriever = observeRetriever(memtrace, {
        retrieve: async (_: string) => {
          throw new Error("no index");
        },
      });
      await expect(retriever.retrieve("what?")).rejects.toThrow("no index");
    });
    expect([...graph.operations.values()].map(({ status }) => status)).toEqual(["error", "error"]);
    expect(problems).toEqual([]);

    const off = new MemTrace({ apiKey: "", onError: () => {} });
    const memory = observeMemory(off, new Memory());
    await memory.add(user("I like tea"));
    expect(await memory.get()).toMatchObject([user("I like tea")]);
  });

  it("I19 the code of docs/integrations/llamaindex.md compiles and runs unchanged", async () => {
    const collector = await startCollector();
    const { compiler, printed } = await runDocumented("llamaindex.md", {
      ...{ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
      ...{ OPENAI_API_KEY: "none", OPENAI_BASE_URL: server.url },
    });
    await collector.close();
    const graph = collector.graph("ada");
    expect([compiler, printed]).toEqual(["", ""]);
    expect(graph.verdicts).toMatchObject([{ prediction: "Under the blue flowerpot.", score: 1 }]);
    expect(linksOf(graph, "get")).toEqual([`Under what is the spare key kept? → ${FACT}`]);
    expect([collector.rejected, graph.pending]).toEqual([[], []]);
  });
});
