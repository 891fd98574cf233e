import { ZepClient } from "@getzep/zep-cloud";
import { MemTrace } from "@memtrace/sdk";
import { observeZep } from "@memtrace/sdk/zep";
import { expect, inject, it } from "vitest";
import { linksOf } from "../sdk/support/traced.ts";
import { attributedCase } from "./support/attributed.ts";
import { converse, KEY, type Memory, MOVED } from "./support/conversation.ts";
import { traced } from "./support/recorded.ts";
import { startScriptedZep, type ZepFault } from "./support/scripted-zep.ts";

type Client = ReturnType<typeof newClient>;
const newClient = (baseUrl: string) => new ZepClient({ apiKey: "none", baseUrl });

const say = (client: Client, content: string) =>
  client.thread.addMessages("thread-1", { messages: [{ role: "user", content }] });
const facts = async (client: Client) => await client.graph.edge.getByUserId("user-1", {});
const keyFact = async (client: Client) =>
  (await facts(client)).find(({ fact }) => KEY.test(fact))?.uuid ?? "";

const searched = (client: Client): Memory => ({
  remember: (content) => say(client, content),
  meanwhile: () => facts(client),
  recall: async (query) => {
    const { edges = [] } = await client.graph.search({ userId: "user-1", query });
    return edges.map(({ fact }) => fact);
  },
});
const deleted = (client: Client): Memory => ({
  ...searched(client),
  meanwhile: async () => client.graph.edge.delete(await keyFact(client)),
});
const updated = (client: Client): Memory => ({
  ...searched(client),
  meanwhile: async () => client.graph.edge.update(await keyFact(client), { fact: MOVED }),
});
const ignored = (client: Client): Memory => ({
  ...searched(client),
  answer: () => "Under the doormat.",
});
const inContext = (client: Client): Memory => ({
  remember: (content) => say(client, content),
  recall: async (query) => {
    await say(client, query);
    return [(await client.thread.getUserContext("thread-1")).context ?? ""];
  },
});

const CASES: [string, ZepFault, (client: Client) => Memory, object][] = [
  [
    "extracted by Zep",
    "not extracted",
    searched,
    { errorType: "ExtractionError", opName: "thread.addMessages" },
  ],
  ["left as it was", "none", updated, { errorType: "UpdateError", opName: "graph.edge.update" }],
  ["kept", "none", deleted, { errorType: "DeletionError", opName: "graph.edge.delete" }],
  ["found", "not found", searched, { errorType: "RetrievalError", opName: "graph.search" }],
  [
    "put into the context",
    "not found",
    inContext,
    { errorType: "RetrievalError", opName: "thread.getUserContext" },
  ],
  ["used", "none", ignored, { errorType: "ResponseError", opName: "answer" }],
];

it.each(CASES)(
  "I22 Zep: a fact that is not %s is attributed to the call that lost it",
  async (what, fault, memory, verdict) => {
    const { url, key } = inject("service");
    const service = await startScriptedZep(fault);
    const memtrace = new MemTrace({ url, apiKey: key });
    const client = observeZep(memtrace, newClient(service.url));
    const graph = `zep, ${what}`;
    await converse(memtrace, graph, memory(client));
    await memtrace.close();
    await service.close();

    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject(verdict);
  },
);

it("I22 Zep: an outdated fact gets a version that says so, in an operation of its own", async () => {
  const service = await startScriptedZep("invalidated");
  const { graph, problems } = await traced(async (memtrace) => {
    const client = observeZep(memtrace, newClient(service.url));
    await say(client, "The spare key is kept under the blue flowerpot.");
    await facts(client);
    await facts(client);
  });
  await service.close();
  const before = "The spare key is kept under the blue flowerpot.";
  const after = `${before} (until 2026-05-02T00:00:00Z)`;

  expect(graph.versionsOf("fact-1").map(({ value }) => value)).toEqual([before, after]);
  expect(linksOf(graph, "update")).toEqual([`${before} → ${after}`, `${before} → ${after}`]);
  expect(linksOf(graph, "extract")).toEqual([`${before} → ${before}`]);
  expect(problems).toEqual([]);
});

it("I22 Zep: each message of a bulk addition becomes its own episode", async () => {
  const service = await startScriptedZep("none");
  const { graph } = await traced(async (memtrace) => {
    const client = observeZep(memtrace, newClient(service.url));
    const messages = ["I like green tea.", "My dog is called Bo."].map((content) => ({
      ...{ role: "user" as const, content },
    }));
    await client.thread.addMessages("thread-1", { messages });
  });
  await service.close();
  expect(linksOf(graph, "thread.addMessages")).toEqual([
    "I like green tea. → I like green tea.",
    "My dog is called Bo. → My dog is called Bo.",
  ]);
});
