/** mem0's real client, traced; a script replaces the service. */
import { MemTrace } from "@memtrace/sdk";
import { observeMem0 } from "@memtrace/sdk/mem0";
import { observeMem0Client } from "@memtrace/sdk/mem0-client";
import { MemoryClient } from "mem0ai";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { linksOf } from "../sdk/support/traced.ts";
import { attributedCase } from "./support/attributed.ts";
import { converse, KEY, type Memory, MOVED } from "./support/conversation.ts";
import { traced } from "./support/recorded.ts";
import {
  type Asked,
  type ScriptedService,
  startScriptedService,
} from "./support/scripted-service.ts";

const filters = { user_id: "ada" };
const userId = "ada";

let service: ScriptedService;
let rows: { id: string; memory: string; user_id: string }[];

/** Answers like a service that makes one unit from every message. */
function answer({ method, path, query, body }: Asked): unknown {
  const [, id = ""] = /memories\/([^/]+)\/$/.exec(path) ?? [];
  if (path.endsWith("/ping/")) return { status: "ok", org_id: "1", project_id: "1" };
  if (path.endsWith("/add/")) {
    const [{ content }] = body.messages;
    const memory = content.replace("By the way, the", "The").replace("My", "The user's");
    const row = { id: `unit-${rows.length + 1}`, memory, user_id: body.user_id };
    rows.push(row);
    return { results: [{ ...row, event: "ADD" }] };
  }
  if (path.endsWith("/history/"))
    return [{ id: "change-1", memory_id: "unit-1", old_memory: null, new_memory: rows[0]?.memory }];
  if (path.endsWith("/search/") || path === "/v3/memories/") return { results: rows };
  const named: string[] =
    path === "/v1/batch/" ? body.memories.map((one: { memory_id: string }) => one.memory_id) : [id];
  const [, owner = query.get("user_id")] = /entities\/user\/([^/]+)\/$/.exec(path) ?? [];
  const isMeant = (row: (typeof rows)[number]) =>
    owner ? row.user_id === owner : named.includes(row.id);
  if (method === "DELETE") rows = rows.filter((row) => !isMeant(row));
  if (method === "PUT")
    for (const row of rows.filter(isMeant))
      row.memory =
        body.text ??
        body.memories.find((one: { memory_id: string }) => one.memory_id === row.id).text;
  return { message: "ok" };
}

beforeAll(async () => {
  process.env.MEM0_TELEMETRY = "false";
  service = await startScriptedService(answer);
});
beforeEach(() => {
  rows = [];
});
afterAll(() => service.close());

const newClient = () => new MemoryClient({ apiKey: "none", host: service.url });
const keyUnit = () => rows.find(({ memory }) => KEY.test(memory))?.id ?? "";

function memoryOf(client: MemoryClient, meanwhile: () => Promise<unknown>): Memory {
  return {
    remember: (content) => client.add([{ role: "user", content }], { userId }),
    meanwhile,
    recall: async (query) => {
      const { results } = await client.search(query, { filters });
      return results.map(({ memory = "" }) => memory);
    },
  };
}

const text = MOVED;
const CASES: Readonly<Record<string, [string, (client: MemoryClient) => Promise<unknown>]>> = {
  update: ["UpdateError", (client) => client.update(keyUnit(), { text })],
  batchUpdate: [
    "UpdateError",
    (client) =>
      client.batchUpdate([
        { memoryId: keyUnit(), text },
        { memoryId: "unit-1", text: "The user's sister Ada lives in Lisbon." },
      ]),
  ],
  delete: ["DeletionError", (client) => client.delete(keyUnit())],
  batchDelete: ["DeletionError", (client) => client.batchDelete([keyUnit(), "unit-1"])],
  deleteAll: ["DeletionError", (client) => client.deleteAll({ userId })],
  deleteUsers: ["DeletionError", (client) => client.deleteUsers({ userId })],
};

describe("mem0's hosted client", () => {
  it.each(Object.entries(CASES))(
    "I43 a fact that %s loses is attributed to that step",
    async (opName, [errorType, lose]) => {
      const { url, key } = inject("service");
      const memtrace = new MemTrace({ url, apiKey: key });
      const client = observeMem0Client(memtrace, newClient());
      const graph = `mem0: hosted, ${opName}`;
      await converse(
        memtrace,
        graph,
        memoryOf(client, () => lose(client)),
      );
      await memtrace.close();
      const { attribution } = await attributedCase(graph);
      expect(attribution).toMatchObject({ errorType, opName });
    },
  );

  it("I43 a deletion for one user does not affect another, and each changed unit has one source", async () => {
    const { graph, problems } = await traced(async (memtrace) => {
      const client = observeMem0Client(memtrace, newClient());
      await client.add([{ role: "user", content: "Ada likes green tea." }], { userId });
      await client.add([{ role: "user", content: "Bob likes black tea." }], { userId: "bob" });
      await client.batchUpdate([
        { memoryId: "unit-1", text: "Ada likes white tea." },
        { memoryId: "unit-2", text: "Bob likes red tea." },
      ]);
      await client.history("unit-1");
      await client.deleteAll({ userId });
    });
    expect(linksOf(graph, "batchUpdate")).toEqual([
      "Ada likes green tea. → Ada likes white tea.",
      "Ada likes white tea. → Ada likes white tea.",
      "Bob likes black tea. → Bob likes red tea.",
      "Bob likes red tea. → Bob likes red tea.",
    ]);
    expect(linksOf(graph, "history")).toEqual(['{"memoryId":"unit-1"} → Ada likes white tea.']);
    expect(linksOf(graph, "deleteAll")).toEqual([
      "Ada likes white tea. → deleted",
      '{"userId":"ada"} → deleted',
    ]);
    expect(problems).toEqual([]);
  });

  it("I43 observeMem0 rejects a hosted client and names the right module", async () => {
    await traced(async (memtrace) => {
      expect(() => observeMem0(memtrace, newClient())).toThrow("@memtrace/sdk/mem0-client");
    });
  });
});
