import { ZepClient } from "@getzep/zep-cloud";
import { Letta } from "@letta-ai/letta-client";
import { MemTrace } from "@memtrace/sdk";
import { observeLetta } from "@memtrace/sdk/letta";
import { observeLLM } from "@memtrace/sdk/llamaindex";
import { observeSupermemory } from "@memtrace/sdk/supermemory";
import { observeZep } from "@memtrace/sdk/zep";
import Supermemory from "supermemory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { traced } from "./support/recorded.ts";
import { type ScriptedService, startScriptedService } from "./support/scripted-service.ts";

const PASSAGE = { id: "passage-1", text: "The user likes green tea." };
let service: ScriptedService;

beforeAll(async () => {
  // A store with one passage; any other request is answered with 404.
  service = await startScriptedService(({ path }) =>
    path === "/v1/agents/agent-1/archival-memory" ? [PASSAGE] : undefined,
  );
});
afterAll(() => service.close());

const newLetta = (fetch = globalThis.fetch) =>
  new Letta({ apiKey: "none", baseURL: service.url, maxRetries: 0, fetch });

/** The methods that the documentation names as traced. */
const TRACED = {
  letta: [
    ...["create", "retrieve", "messages.create", "messages.stream"].map((name) => `agents.${name}`),
    ...["create", "list", "search", "delete"].map((name) => `agents.passages.${name}`),
    ...["retrieve", "list", "update", "detach"].map((name) => `agents.blocks.${name}`),
    ...["create", "createMany", "delete"].map((name) => `archives.passages.${name}`),
    ...["create", "retrieve", "update", "delete"].map((name) => `blocks.${name}`),
    "passages.search",
  ],
  zep: [
    ...["addMessages", "addMessagesBatch", "getUserContext", "get", "delete"].map(
      (name) => `thread.${name}`,
    ),
    ...["getEpisodes", "getSummary"].map((name) => `thread.${name}`),
    ...["add", "addBatch", "addFactTriple", "search", "getSubgraph", "delete"].map(
      (name) => `graph.${name}`,
    ),
    ...["user.getNode", "user.delete", "graph.node.getEdges", "graph.node.getEpisodes"],
    ...["listByUserId", "listByGraphId"].map((name) => `graph.episode.${name}`),
    ...["edge", "node", "episode"].flatMap((kind) =>
      ["get", "getByUserId", "getByGraphId", "delete"].map((name) => `graph.${kind}.${name}`),
    ),
    ...["edge.update", "node.update", "episode.getNodesAndEdges"].map((name) => `graph.${name}`),
  ],
  supermemory: [
    ...["add", "search", "profile", "memories.updateMemory", "memories.forget"],
    ...["memories", "documents", "execute"].map((name) => `search.${name}`),
    ...["add", "batchAdd", "update", "get", "delete", "deleteBulk"].map(
      (name) => `documents.${name}`,
    ),
  ],
};

it("I26 the SDK traces every documented method", async () => {
  await traced(async (memtrace) => {
    const clients = {
      letta: observeLetta(memtrace, newLetta()),
      zep: observeZep(memtrace, new ZepClient({ apiKey: "none" })),
      supermemory: observeSupermemory(memtrace, new Supermemory({ apiKey: "none" })),
    };
    const untraced = Object.entries(TRACED).flatMap(([name, paths]) =>
      paths.filter((path) => !isOwn(Reflect.get(clients, name), path.split("."))),
    );
    expect(untraced).toEqual([]);
  });
});

/**
 * Whether the client's object itself has the method, which tracing adds. Untraced methods are on
 * the prototype.
 */
function isOwn(client: object, [step = "", ...rest]: readonly string[]): boolean {
  return rest.length === 0
    ? Object.hasOwn(client, step)
    : isOwn(Reflect.get(client, step) as object, rest);
}

it("I26 the app gets the client's own answers, however it reads the promise, and each is recorded once", async () => {
  const { graph, problems } = await traced(async (memtrace) => {
    const client = newLetta();
    expect(observeLetta(memtrace, client)).toBe(client);
    observeLetta(memtrace, client);
    const create = () => client.agents.passages.create("agent-1", { text: PASSAGE.text });
    const failed = () => ({ failed: true });
    expect(await create()).toEqual([PASSAGE]);
    expect(await create().catch(failed)).toEqual([PASSAGE]);
    expect(await create().finally(() => undefined)).toEqual([PASSAGE]);
    const { data, response } = await create().withResponse();
    expect([data, response.status, response.bodyUsed]).toEqual([[PASSAGE], 200, true]);
    const raw = await create().asResponse();
    expect([raw.bodyUsed, await raw.json()]).toEqual([false, [PASSAGE]]);
  });
  expect([...graph.operations.values()].map(({ name }) => name)).toEqual(
    Array(4).fill("agents.passages.create"),
  );
  expect(graph.versionsOf("passage-1").map(({ value }) => value)).toEqual([PASSAGE.text]);
  expect(problems).toEqual([]);
});

it("I26 errors of the service reach the app unchanged and mark the operation", async () => {
  const { graph } = await traced(async (memtrace) => {
    const letta = observeLetta(memtrace, newLetta());
    const zep = observeZep(memtrace, new ZepClient({ apiKey: "none", baseUrl: service.url }));
    const memory = observeSupermemory(
      memtrace,
      new Supermemory({ apiKey: "none", baseURL: service.url, maxRetries: 0 }),
    );
    await expect(letta.agents.passages.search("agent-1", { query: "tea" })).rejects.toThrow(
      Letta.NotFoundError,
    );
    await expect(
      memory.search.memories({ q: "tea" }).catch((error: unknown) => {
        throw error;
      }),
    ).rejects.toThrow(Supermemory.NotFoundError);
    await expect(zep.graph.search({ userId: "user-1", query: "tea" })).rejects.toMatchObject({
      statusCode: 404,
    });
  });
  expect([...graph.operations.values()].map(({ name, status }) => [name, status])).toEqual([
    ["agents.passages.search", "error"],
    ["search.memories", "error"],
    ["graph.search", "error"],
  ]);
});

it("I26 the app still gets a stream, and the part that it reads is recorded as the turn", async () => {
  const call = { tool_call_id: "call-1", name: "archival_memory_insert" };
  const pieces = [
    {
      id: "1",
      message_type: "tool_call_message",
      tool_call: { ...call, arguments: '{"content":' },
    },
    { id: "1", message_type: "tool_call_message", tool_call: { arguments: '"Likes green tea."}' } },
    {
      id: "2",
      message_type: "tool_return_message",
      tool_call_id: "call-1",
      tool_return: "Memory inserted with ID passage-7",
    },
    { id: "3", message_type: "assistant_message", content: "I will " },
    { id: "3", message_type: "assistant_message", content: "remember." },
  ];
  const body = `${pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join("")}data: [DONE]\n\n`;
  const headers = { "Content-Type": "text/event-stream" };
  const { graph, problems } = await traced(async (memtrace) => {
    const client = observeLetta(
      memtrace,
      newLetta(async () => new Response(body, { headers })),
    );
    const stream = await client.agents.messages.stream("agent-1", {
      messages: [{ role: "user", content: "I like green tea." }],
    });
    const read: unknown[] = [];
    for await (const piece of stream) read.push(piece);
    expect(read).toEqual(pieces);
  });
  const values = [...graph.variables.values()].map(({ value }) => value);
  expect(graph.versionsOf("passage-7").map(({ value }) => value)).toEqual(["Likes green tea."]);
  expect(values).toContain("I will remember.");
  expect([...graph.operations.values()].map(({ name }) => name).sort()).toEqual([
    "agents.messages.stream",
    "archival_memory_insert",
  ]);
  expect(problems).toEqual([]);
});

/** A client whose answers stream in pieces that the test chooses. */
const streaming = (body: BodyInit) =>
  newLetta(async () => new Response(body, { headers: { "Content-Type": "text/event-stream" } }));

const insertion = {
  ...{ id: "1", message_type: "tool_call_message" },
  tool_call: {
    ...{ tool_call_id: "call-1", name: "archival_memory_insert" },
    arguments: '{"content":"Likes green tea."}',
  },
};

it("I26 the app gets a stream with unexpected pieces unchanged", async () => {
  const { graph, problems } = await traced(async (memtrace) => {
    const client = observeLetta(memtrace, streaming("data: null\n\ndata: 7\n\ndata: [DONE]\n\n"));
    const stream = await client.agents.messages.stream("agent-1", { input: "I like green tea." });
    const read: unknown[] = [];
    for await (const piece of stream) read.push(piece);
    expect(read).toEqual([null, 7]);
  });
  expect([...graph.operations.values()].map(({ name, status }) => [name, status])).toEqual([
    ["agents.messages.stream", "ok"],
  ]);
  expect(problems).toEqual([]);
});

it("I26 a broken stream marks its operation as failed, and none of its tool calls is recorded", async () => {
  const { graph } = await traced(async (memtrace) => {
    const body = new ReadableStream({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(insertion)}\n\n`)),
      pull: (controller) => controller.error(new Error("the connection broke")),
    });
    const client = observeLetta(memtrace, streaming(body));
    const stream = await client.agents.messages.stream("agent-1", { input: "I like green tea." });
    const read: unknown[] = [];
    const reading = (async () => {
      for await (const piece of stream) read.push(piece);
    })();
    await expect(reading).rejects.toThrow("the connection broke");
    expect(read).toEqual([insertion]);
  });
  expect([...graph.operations.values()].map(({ name, status }) => [name, status])).toEqual([
    ["agents.messages.stream", "error"],
  ]);
});

it("I26 the app gets frozen answers unchanged", async () => {
  await traced(async (memtrace) => {
    const stream = Object.freeze((async function* () {})());
    const lazy = Object.freeze(
      Object.assign(Promise.resolve([PASSAGE]), { parse: () => [PASSAGE] }),
    );
    const client = observeLetta(memtrace, {
      agents: { messages: { stream: () => stream }, passages: { list: () => lazy } },
    });
    expect(client.agents.messages.stream()).toBe(stream);
    expect(client.agents.passages.list()).toBe(lazy);
    expect(await client.agents.passages.list()).toEqual([PASSAGE]);
    const llm = observeLLM(memtrace, { chat: async (_: object) => stream });
    expect(await llm.chat({ messages: [], stream: true })).toBe(stream);
  });
});

it("I26 each unit of one read is recorded separately, however many units there are", async () => {
  const passages = Array.from({ length: 120 }, (_, index) => ({
    id: `passage-${index}`,
    text: `The user likes tea number ${index}.`,
  }));
  const { graph } = await traced(async (memtrace) => {
    const client = observeLetta(
      memtrace,
      newLetta(async () => Response.json(passages)),
    );
    expect(await client.agents.passages.list("agent-1")).toHaveLength(120);
  });
  expect(graph.versionsOf("passage-119").map(({ value }) => value)).toEqual([
    "The user likes tea number 119.",
  ]);
  expect(graph.variables.size).toBe(121);
});

it("I26 without a key or while switched off, the client behaves the same and nothing is recorded", async () => {
  const keyless = new MemTrace({ apiKey: "", onError: () => undefined });
  const client = observeLetta(keyless, newLetta());
  expect(await client.agents.passages.list("agent-1")).toEqual([PASSAGE]);
  const { graph } = await traced(async (memtrace) => {
    const other = observeLetta(memtrace, newLetta());
    memtrace.enabled = false;
    expect(await other.agents.passages.list("agent-1")).toEqual([PASSAGE]);
  });
  expect([graph.operations.size, graph.variables.size]).toEqual([0, 0]);
});
