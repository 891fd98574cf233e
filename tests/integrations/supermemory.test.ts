import { MemTrace } from "@memtrace/sdk";
import { observeSupermemory } from "@memtrace/sdk/supermemory";
import Supermemory from "supermemory";
import { expect, inject, it } from "vitest";
import { attributedCase } from "./support/attributed.ts";
import { converse, KEY, type Memory, MOVED } from "./support/conversation.ts";
import { type SupermemoryFault, startScriptedSupermemory } from "./support/scripted-supermemory.ts";

const containerTag = "user-1";
const search = (client: Supermemory, q: string) =>
  client.search.memories({ q, containerTag, include: { documents: true } });
const keyMemory = async (client: Supermemory) =>
  (await search(client, "the key")).results.find(({ memory = "" }) => KEY.test(memory))?.id ?? "";

const searched = (client: Supermemory): Memory => ({
  remember: (content) => client.add({ content, containerTag }),
  meanwhile: () => search(client, "the key"),
  recall: async (query) => (await search(client, query)).results.map(({ memory = "" }) => memory),
});
const updated = (client: Supermemory): Memory => ({
  ...searched(client),
  meanwhile: async () =>
    client.memories.updateMemory({
      ...{ id: await keyMemory(client), containerTag, newContent: MOVED },
    }),
});
const forgotten = (client: Supermemory): Memory => ({
  ...searched(client),
  meanwhile: async () => client.memories.forget({ id: await keyMemory(client), containerTag }),
});
const ignored = (client: Supermemory): Memory => ({
  ...searched(client),
  answer: () => "Under the doormat.",
});

const CASES: [string, SupermemoryFault, (client: Supermemory) => Memory, object][] = [
  ["extracted", "not extracted", searched, { errorType: "ExtractionError", opName: "add" }],
  [
    "left as it was",
    "none",
    updated,
    { errorType: "UpdateError", opName: "memories.updateMemory" },
  ],
  ["kept", "none", forgotten, { errorType: "DeletionError", opName: "memories.forget" }],
  ["found", "not found", searched, { errorType: "RetrievalError", opName: "search.memories" }],
  ["used", "none", ignored, { errorType: "ResponseError", opName: "answer" }],
];

it.each(CASES)(
  "I23 Supermemory: a fact that is not %s is attributed to the call that lost it",
  async (what, fault, memory, verdict) => {
    const { url, key } = inject("service");
    const service = await startScriptedSupermemory(fault);
    const memtrace = new MemTrace({ url, apiKey: key });
    const client = observeSupermemory(
      memtrace,
      new Supermemory({ apiKey: "none", baseURL: service.url }),
    );
    const graph = `supermemory, ${what}`;
    await converse(memtrace, graph, memory(client));
    await memtrace.close();
    await service.close();

    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject(verdict);
  },
);
