/** Objects of the real libraries that live longer than the clients that trace them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ZepClient } from "@getzep/zep-cloud";
import { InMemoryChatMessageHistory } from "@langchain/core/chat_history";
import { InMemoryStore } from "@langchain/langgraph";
import { Letta } from "@letta-ai/letta-client";
import { Memory as LlamaMemory } from "@llamaindex/core/memory";
import { InMemoryStore as MastraStore } from "@mastra/core/storage";
import { Memory as MastraMemory } from "@mastra/memory";
import { MemTrace, type Problem } from "@memtrace/sdk";
import { instrument } from "@memtrace/sdk/instrument";
import { observeChatHistory } from "@memtrace/sdk/langchain";
import { observeStore } from "@memtrace/sdk/langgraph";
import { observeLetta } from "@memtrace/sdk/letta";
import { observeMemory } from "@memtrace/sdk/llamaindex";
import { observeMastra } from "@memtrace/sdk/mastra";
import { observeMem0 } from "@memtrace/sdk/mem0";
import { observeMem0Client } from "@memtrace/sdk/mem0-client";
import { observeOpenAI } from "@memtrace/sdk/openai";
import { observeSupermemory } from "@memtrace/sdk/supermemory";
import { observeZep } from "@memtrace/sdk/zep";
import { MemoryClient } from "mem0ai";
import OpenAI from "openai";
import Supermemory from "supermemory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Collector, startCollector } from "../sdk/support/collector.ts";
import "./support/kept-statements.ts";
import { DIMENSIONS, type ScriptedOpenAI, startScriptedOpenAI } from "./support/scripted-openai.ts";
import { type ScriptedService, startScriptedService } from "./support/scripted-service.ts";

/** One object of a library, and a function that gives the object a user's text. */
interface Traced {
  observe(memtrace: MemTrace): unknown;
  say(text: string): Promise<unknown>;
}

let collector: Collector;
let service: ScriptedService;
let model: ScriptedOpenAI;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "memtrace-clients-"));
  Object.assign(process.env, { MEM0_TELEMETRY: "false", MEM0_DIR: folder });
  collector = await startCollector();
  model = await startScriptedOpenAI(() => "I see.");
  let count = 0;
  // The scripted services accept every request.
  service = await startScriptedService(({ path, body }) => {
    const id = `record-${++count}`;
    if (path.endsWith("/archival-memory")) return [{ id, text: body.text }];
    if (path.includes("/memories/add")) return [{ id, memory: body.messages[0].content }];
    if (path.endsWith("/messages")) return { message_uuids: [id] };
    return { id, status: "done" };
  });
});
afterAll(async () => {
  await Promise.all([collector.close(), service.close(), model.close()]);
  await rm(folder, { recursive: true, force: true });
});

const user = (content: string) => ({ role: "user" as const, content });

async function mem0(): Promise<Traced> {
  const { Memory } = await import("mem0ai/oss");
  const openai = { apiKey: "none", baseURL: model.url };
  const memory = new Memory({
    llm: { provider: "openai", config: { ...openai, model: "scripted" } },
    embedder: {
      provider: "openai",
      config: { ...openai, model: "words", embeddingDims: DIMENSIONS },
    },
    vectorStore: {
      provider: "memory",
      config: { collectionName: "memories", dimension: DIMENSIONS, dbPath: ":memory:" },
    },
    historyStore: { provider: "sqlite", config: { historyDbPath: ":memory:" } },
  });
  return {
    observe: (memtrace) => observeMem0(memtrace, memory),
    say: (text) => memory.add([user(text)], { userId: "somebody", infer: false }),
  };
}

async function mastra(): Promise<Traced> {
  const memory = new MastraMemory({ storage: new MastraStore() });
  const dates = { createdAt: new Date(0), updatedAt: new Date(0) };
  return {
    observe: (memtrace) => observeMastra(memtrace, memory),
    say: async (text) => {
      const store = await memory.storage.getStore("memory");
      const thread = { id: text, resourceId: text, ...dates };
      await store?.saveThread({ thread });
      const content = { format: 2 as const, parts: [{ type: "text" as const, text }] };
      const message = { id: `of ${text}`, threadId: text, resourceId: text, content };
      await store?.saveMessages({
        messages: [{ ...message, role: "user", createdAt: new Date(0) }],
      });
    },
  };
}

const LIBRARIES: Readonly<Record<string, () => Traced | Promise<Traced>>> = {
  openai: () => {
    const client = new OpenAI({ apiKey: "none", baseURL: model.url });
    return {
      observe: (memtrace) => observeOpenAI(memtrace, client),
      say: (text) => client.chat.completions.create({ model: "scripted", messages: [user(text)] }),
    };
  },
  mem0,
  "mem0's hosted client": () => {
    const client = new MemoryClient({ apiKey: "none", host: service.url });
    return {
      observe: (memtrace) => observeMem0Client(memtrace, client),
      say: (text) => client.add([user(text)], { userId: "somebody" }),
    };
  },
  letta: () => {
    const client = new Letta({ apiKey: "none", baseURL: service.url });
    return {
      observe: (memtrace) => observeLetta(memtrace, client),
      say: async (text) => client.agents.passages.create("agent-1", { text }),
    };
  },
  zep: () => {
    const client = new ZepClient({ apiKey: "none", baseUrl: service.url });
    return {
      observe: (memtrace) => observeZep(memtrace, client),
      say: async (text) => client.thread.addMessages("thread-1", { messages: [user(text)] }),
    };
  },
  supermemory: () => {
    const client = new Supermemory({ apiKey: "none", baseURL: service.url });
    return {
      observe: (memtrace) => observeSupermemory(memtrace, client),
      say: async (content) => client.add({ content }),
    };
  },
  langchain: () => {
    const history = new InMemoryChatMessageHistory();
    return {
      observe: (memtrace) => observeChatHistory(memtrace, history),
      say: (text) => history.addUserMessage(text),
    };
  },
  langgraph: () => {
    const store = new InMemoryStore();
    return {
      observe: (memtrace) => observeStore(memtrace, store),
      say: (text) => store.put(["memories"], text, { text }),
    };
  },
  llamaindex: () => {
    const memory = new LlamaMemory([]);
    return {
      observe: (memtrace) => observeMemory(memtrace, memory),
      say: (text) => memory.add(user(text)),
    };
  },
  mastra,
  "a library of one's own": () => {
    const memory = { add: async (text: string) => [text] };
    return {
      observe: (memtrace) => instrument(memtrace, memory, { add: {} }),
      say: (text) => memory.add(text),
    };
  },
};

/** Handles one user's request with a new client. Returns the problems that the client reported. */
async function request(library: Traced, graph: string, close: boolean): Promise<Problem[]> {
  const problems: Problem[] = [];
  const onError = (problem: Problem) => problems.push(problem);
  const memtrace = new MemTrace({ apiKey: "k", url: collector.url, onError });
  library.observe(memtrace);
  await new Promise(setImmediate);
  await memtrace.graph(graph, () => library.say(saidIn(graph)));
  await (close ? memtrace.close() : memtrace.flush());
  return problems;
}

const saidIn = (graph: string) => `What ${graph} likes best is green tea.`;

it.each(Object.keys(LIBRARIES))(
  "I27 if %s outlives its clients, the client in whose graph a call runs records the call",
  async (name) => {
    const library = await LIBRARIES[name]?.();
    if (!library) throw new Error(`there is no ${name}`);
    const graphs = ["ada", "bob", "eve", "joe"].map((who) => `${who} of ${name}`);
    // Send some requests at once, as in one Worker, and then others one after the other.
    const problems = await Promise.all(graphs.map((graph) => request(library, graph, false)));
    const later = [`kim of ${name}`, `leo of ${name}`];
    for (const graph of later) problems.push(await request(library, graph, true));
    const all = [...graphs, ...later];

    for (const graph of all) {
      const { operations, variables } = collector.graph(graph);
      const values = [...variables.values()].map(({ value }) => value).join("\n");
      const told = all.filter((other) => values.includes(saidIn(other)));
      expect([graph, operations.size > 0, told]).toEqual([graph, true, [graph]]);
    }
    const recorded = new Set(collector.events.map(({ graph }) => graph));
    expect([...recorded].filter((graph) => /^session-/.test(graph))).toEqual([]);
    expect([problems.flat(), collector.rejected]).toEqual([[], []]);
  },
);
