/** What the real clients delete together with other data. Scripts replace the services. */
import { ZepClient } from "@getzep/zep-cloud";
import { observeSupermemory } from "@memtrace/sdk/supermemory";
import { observeZep } from "@memtrace/sdk/zep";
import Supermemory from "supermemory";
import { expect, it } from "vitest";
import { linksOf } from "../sdk/support/traced.ts";
import { traced } from "./support/recorded.ts";
import { startScriptedService } from "./support/scripted-service.ts";
import { startScriptedSupermemory } from "./support/scripted-supermemory.ts";

const SAID = "By the way, the spare key is kept under the blue flowerpot.";
const FACT = "The spare key is kept under the blue flowerpot.";

it("I28 Zep: deleting a user also deletes its threads, texts and facts; deleting a graph its data", async () => {
  const edge = {
    ...{ uuid: "fact-1", fact: FACT, episodes: ["episode-1"], name: "TOLD" },
    ...{ source_node_uuid: "node-1", target_node_uuid: "node-2" },
    created_at: "2026-05-01T00:00:00Z",
  };
  const service = await startScriptedService(({ method, path, body }) => {
    if (method === "DELETE") return { message: "ok" };
    if (path === "/threads") return { thread_id: body.thread_id, user_id: body.user_id };
    if (path.endsWith("/messages")) return { message_uuids: ["episode-1"] };
    if (path.startsWith("/graph/edge/user/")) return [edge];
    if (path === "/graph") return { uuid: "episode-2", content: body.data };
    return undefined;
  });
  const { graph, problems } = await traced(async (memtrace) => {
    const client = observeZep(memtrace, new ZepClient({ apiKey: "none", baseUrl: service.url }));
    await client.thread.create({ threadId: "thread-1", userId: "ada" });
    await client.thread.addMessages("thread-1", { messages: [{ role: "user", content: SAID }] });
    await client.graph.edge.getByUserId("ada", {});
    await client.graph.add({ graphId: "house", type: "text", data: "The house has a red door." });
    await client.graph.delete("house");
    await client.user.delete("ada");
  });
  await service.close();
  expect(linksOf(graph, "graph.delete")).toEqual([
    "The house has a red door. → deleted",
    expect.stringContaining("house"),
  ]);
  expect(linksOf(graph, "user.delete")).toEqual([
    `${SAID} → deleted`,
    `${FACT} → deleted`,
    expect.stringContaining("ada"),
  ]);
  expect(problems).toEqual([]);
});

it("I28 Supermemory: deleting a tag also deletes its documents, and deleting a document its memories", async () => {
  const service = await startScriptedSupermemory("none");
  const other = await startScriptedService(() => ({ success: true, deletedCount: 1 }));
  const { graph, problems } = await traced(async (memtrace) => {
    const containerTag = "ada";
    const fetched: typeof fetch = (input, init) => {
      const asked = String(input);
      // The main script has no bulk deletion, so another server answers it.
      const url = asked.endsWith("/bulk") ? asked.replace(service.url, other.url) : asked;
      return fetch(url, init);
    };
    const client = observeSupermemory(
      memtrace,
      new Supermemory({ apiKey: "none", baseURL: service.url, fetch: fetched }),
    );
    await client.add({ content: SAID, containerTag });
    await client.search.memories({ q: "the key", containerTag, include: { documents: true } });
    await client.documents.deleteBulk({ containerTags: [containerTag] });
  });
  await Promise.all([service.close(), other.close()]);
  expect(linksOf(graph, "documents.deleteBulk")).toEqual([
    `${SAID} → deleted`,
    `${FACT} → deleted`,
    expect.stringContaining("ada"),
  ]);
  expect(problems).toEqual([]);
});
