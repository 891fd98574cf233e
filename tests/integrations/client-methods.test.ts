/**
 * What each client method records in the graph, with answers in the form of the services' API
 * descriptions.
 */
import { ZepClient } from "@getzep/zep-cloud";
import { Letta } from "@letta-ai/letta-client";
import { observeLetta } from "@memtrace/sdk/letta";
import { observeSupermemory } from "@memtrace/sdk/supermemory";
import { observeZep } from "@memtrace/sdk/zep";
import Supermemory from "supermemory";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { traced } from "./support/recorded.ts";
import { type ScriptedService, startScriptedService } from "./support/scripted-service.ts";

const LIKES = "The user likes green tea.";
const LOVES = "The user loves green tea.";
const DOG = "The user has a dog.";

/** Answers of the service, by method and path. */
let answers: Record<string, unknown>;
let service: ScriptedService;
beforeEach(async () => {
  answers = {};
  service = await startScriptedService(({ method, path }) => answers[`${method} ${path}`]);
});
afterEach(() => service.close());

/** Lists the operations in the order in which they ran, each with the values of its links. */
function stepsOf(graph: EvolutionGraph): string[] {
  const value = (id: string) => graph.variables.get(id)?.value ?? id;
  return [...graph.operations.values()]
    .sort((a, b) => (a.startedAt ?? a.at) - (b.startedAt ?? b.at))
    .map(({ id, name }) => {
      const links = graph.linksOf(id).map(({ from, to }) => `${value(from)} → ${value(to)}`);
      return `${name}: ${links.sort().join("; ")}`;
    });
}

it("I23 Supermemory: documents are added, changed, searched and deleted by their ids", async () => {
  answers = {
    "POST /v3/documents/batch": { results: [{ id: "document-1" }, { id: "document-2" }] },
    "PATCH /v3/documents/document-1": { id: "document-1", status: "queued" },
    "GET /v3/documents/document-1": { id: "document-1", content: LOVES },
    "POST /v3/search": { results: [{ documentId: "document-1", chunks: [{ content: LOVES }] }] },
    "DELETE /v3/documents/bulk": { success: true, deletedCount: 1 },
    "DELETE /v3/documents/document-1": {},
  };
  const { graph, problems } = await traced(async (memtrace) => {
    const client = observeSupermemory(
      memtrace,
      new Supermemory({ apiKey: "none", baseURL: service.url }),
    );
    await client.documents.batchAdd({ documents: [LIKES, DOG] });
    await client.documents.update("document-1", { content: LOVES });
    await client.documents.get("document-1");
    await client.search.execute({ q: "What does the user drink?" });
    await client.documents.deleteBulk({ ids: ["document-2"] });
    await client.documents.delete("document-1");
  });
  expect(stepsOf(graph)).toEqual([
    `documents.batchAdd: ${DOG} → ${DOG}; ${LIKES} → ${LIKES}`,
    `documents.update: ${LIKES} → ${LOVES}; ${LOVES} → ${LOVES}`,
    `documents.get: {"id":"document-1"} → ${LOVES}`,
    `search.execute: What does the user drink? → ${LOVES}`,
    `documents.deleteBulk: ${DOG} → deleted`,
    `documents.delete: ${LOVES} → deleted`,
  ]);
  expect(problems).toEqual([]);
});

it("I23 Supermemory: a memory is changed and forgotten by its content, and profiles show memories", async () => {
  const row = { similarity: 0.9, metadata: null, updatedAt: "2026-05-01T00:00:00Z" };
  answers = {
    "POST /v4/search": { results: [{ ...row, id: "memory-1", memory: LIKES }] },
    "PATCH /v4/memories": { id: "memory-2", memory: LOVES, rootMemoryId: "memory-1", version: 2 },
    "POST /v4/profile": {
      profile: { static: [DOG], dynamic: [] },
      searchResults: { results: [{ ...row, id: "memory-2", memory: LOVES }] },
    },
    "DELETE /v4/memories": { id: "memory-2", forgotten: true },
  };
  const { graph, problems } = await traced(async (memtrace) => {
    const containerTag = "ada";
    const client = observeSupermemory(
      memtrace,
      new Supermemory({ apiKey: "none", baseURL: service.url }),
    );
    await client.search({ q: "What does the user drink?" });
    await client.memories.updateMemory({ containerTag, content: LIKES, newContent: LOVES });
    await client.profile({ containerTag, q: "What does the user drink?" });
    await client.memories.forget({ containerTag, content: LOVES });
  });
  expect(graph.versionsOf("memory-1").map(({ value }) => value)).toEqual([LIKES, LOVES]);
  expect(stepsOf(graph)).toEqual([
    `search: What does the user drink? → ${LIKES}`,
    `memories.updateMemory: ${LIKES} → ${LOVES}; ${LOVES} → ${LOVES}`,
    `profile: What does the user drink? → ${DOG}; What does the user drink? → ${LOVES}`,
    `memories.forget: ${LOVES} → deleted`,
  ]);
  expect(problems).toEqual([]);
});

it("I22 Zep: data, facts and nodes are added, read, changed and deleted by their uuids", async () => {
  const about = { created_at: "2026-05-01T00:00:00Z", name: "Ada" };
  const edge = { ...about, source_node_uuid: "node-1", target_node_uuid: "node-2" };
  const episode = { ...about, uuid: "episode-1", content: LIKES };
  const node = { ...about, uuid: "node-1", summary: LIKES };
  answers = {
    "POST /graph": episode,
    "POST /graph/add-fact-triple": { edge: { ...edge, uuid: "fact-1", fact: DOG } },
    "GET /graph/episodes/episode-1/mentions": {
      edges: [{ ...edge, uuid: "fact-2", fact: LIKES, episodes: ["episode-1"] }],
    },
    "PATCH /graph/edge/fact-2": { ...edge, uuid: "fact-2", fact: LOVES },
    "GET /graph/node/node-1": node,
    "DELETE /graph/node/node-1": { message: "deleted" },
    "DELETE /graph/episodes/episode-1": { message: "deleted" },
  };
  const { graph, problems } = await traced(async (memtrace) => {
    const { graph: memory } = observeZep(
      memtrace,
      new ZepClient({ apiKey: "none", baseUrl: service.url }),
    );
    await memory.add({ type: "text", data: LIKES });
    await memory.addFactTriple({ fact: DOG, factName: "HAS", targetNodeName: "dog" });
    await memory.episode.getNodesAndEdges("episode-1");
    await memory.edge.update("fact-2", { fact: LOVES });
    await memory.node.get("node-1");
    await memory.node.delete("node-1");
    await memory.episode.delete("episode-1");
  });
  const steps = stepsOf(graph);
  expect(steps.filter((step) => !/^(extract|graph.episode.getNodes)/.test(step))).toEqual([
    `graph.add: ${LIKES} → ${LIKES}`,
    `graph.addFactTriple: ${DOG} → ${DOG}`,
    `graph.edge.update: ${LIKES} → ${LOVES}; ${LOVES} → ${LOVES}`,
    `graph.node.get: {"id":"node-1"} → Ada: ${LIKES}`,
    `graph.node.delete: Ada: ${LIKES} → deleted`,
    `graph.episode.delete: ${LIKES} → deleted`,
  ]);
  expect(steps).toContain(`extract: ${LIKES} → ${LIKES}`);
  expect(steps).toContain(`graph.episode.getNodesAndEdges: {"id":"episode-1"} → ${LIKES}`);
  expect(problems).toEqual([]);
});

it("I21 Letta: an agent's edits of its blocks are versions, and reading a block corrects its text", async () => {
  const call = (id: string, name: string, args: object) => [
    {
      id,
      message_type: "tool_call_message",
      tool_call: { name, arguments: JSON.stringify(args), tool_call_id: id },
    },
    { id, message_type: "tool_return_message", tool_call_id: id, tool_return: "None" },
  ];
  answers = {
    "POST /v1/agents/": { id: "agent-1", blocks: [{ id: "block-1", label: "human", value: DOG }] },
    "POST /v1/agents/agent-1/messages": {
      messages: [
        ...call("1", "core_memory_append", { label: "human", content: LIKES }),
        ...call("2", "memory_replace", { label: "human", old_str: "likes", new_str: "loves" }),
        { id: "3", message_type: "assistant_message", content: "I will remember." },
      ],
    },
    "GET /v1/agents/agent-1/core-memory/blocks/human": {
      ...{ id: "block-1", label: "human", value: LOVES },
    },
    "PATCH /v1/agents/agent-1/core-memory/blocks/detach/block-1": { id: "agent-1" },
  };
  const { graph, problems } = await traced(async (memtrace) => {
    const { agents } = observeLetta(memtrace, new Letta({ apiKey: "none", baseURL: service.url }));
    await agents.create({ memory_blocks: [{ label: "human", value: DOG }] });
    await agents.messages.create("agent-1", { input: "I like green tea, no, I love it." });
    await agents.blocks.retrieve("human", { agent_id: "agent-1" });
    await agents.blocks.detach("block-1", { agent_id: "agent-1" });
  });
  expect(graph.versionsOf("block-1").map(({ value }) => value)).toEqual([
    DOG,
    `${DOG}\n${LIKES}`,
    `${DOG}\n${LOVES}`,
    LOVES,
  ]);
  const names = [...graph.operations.values()].map(({ name }) => name);
  expect(names.sort()).toEqual([
    "agents.blocks.detach",
    "agents.blocks.retrieve",
    "agents.create",
    "agents.messages.create",
    "core_memory_append",
    "memory_replace",
    "update",
  ]);
  expect(stepsOf(graph)).toContain(`agents.blocks.detach: ${LOVES} → deleted`);
  expect(problems).toEqual([]);
});

it("I21 Letta: the SDK remembers block labels of a limited number of agents", async () => {
  const agent = (index: number) => `agent-${index}`;
  const block = (id: string, value: string) => ({ id: `block-of-${id}`, label: "human", value });
  const { graph, problems } = await traced(async (memtrace) => {
    const { agents } = observeLetta(memtrace, {
      agents: {
        retrieve: async (id: string) => ({ id, blocks: [block(id, `${DOG} (${id})`)] }),
        blocks: {
          update: async (_: string, { agent_id: id }: { agent_id: string; value: string }) =>
            block(id, LIKES),
        },
      },
    });
    for (let index = 0; index < 1_000; index++) await agents.retrieve(agent(index));
    await agents.retrieve(agent(999));
    await agents.blocks.update("human", { agent_id: agent(500), value: LIKES });
  });
  expect(stepsOf(graph)).toContain(
    `agents.blocks.update: ${DOG} (agent-500) → ${LIKES}; ${LIKES} → ${LIKES}`,
  );
  expect(problems).toEqual([]);
});
