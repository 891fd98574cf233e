import { Letta } from "@letta-ai/letta-client";
import { MemTrace } from "@memtrace/sdk";
import { observeLetta } from "@memtrace/sdk/letta";
import { expect, inject, it } from "vitest";
import { attributedCase } from "./support/attributed.ts";
import { converse, type Memory } from "./support/conversation.ts";
import { type LettaFault, startScriptedLetta } from "./support/scripted-letta.ts";

const AGENT = "agent-1";

/** A memory in which the agent itself stores and answers. */
const asAgent = (client: Letta): Memory => {
  const say = async (content: string) => {
    const { messages } = await client.agents.messages.create(AGENT, {
      messages: [{ role: "user", content }],
    });
    return messages.flatMap((one) =>
      one.message_type === "assistant_message" ? [String(one.content)] : [],
    );
  };
  return { remember: say, ask: async (query) => (await say(query)).join(" ") };
};

/** A memory in which the app stores notes in the archive, or in a block that the agent sees. */
const inArchive = (client: Letta): Memory => ({
  remember: (text) => client.agents.passages.create(AGENT, { text }),
  meanwhile: () => client.agents.passages.delete("passage-2", { agent_id: AGENT }),
  recall: async (query) =>
    (await client.agents.passages.search(AGENT, { query })).results.map(({ content }) => content),
});
const inBlock = (client: Letta): Memory => {
  let notes = "The user lives by a canal.";
  const write = (value: string) => {
    notes = value;
    return client.agents.blocks.update("human", { agent_id: AGENT, value });
  };
  return {
    remember: (message) => write(`${notes}\n${message}`),
    meanwhile: () => write("The user lives by a canal and has a dog."),
    recall: async () => [(await client.agents.blocks.retrieve("human", { agent_id: AGENT })).value],
  };
};

const CASES: [string, LettaFault, (client: Letta) => Memory, object][] = [
  [
    "kept by its agent's tool",
    "tool forgets",
    asAgent,
    { errorType: "ExtractionError", opName: "agents.messages.create" },
  ],
  [
    "found by its agent's tool",
    "not found",
    asAgent,
    { errorType: "RetrievalError", opName: "archival_memory_search" },
  ],
  [
    "used by its agent",
    "ignored",
    asAgent,
    { errorType: "ResponseError", opName: "agents.messages.create" },
  ],
  [
    "left in its archive",
    "none",
    inArchive,
    { errorType: "DeletionError", opName: "agents.passages.delete" },
  ],
  [
    "left in its block",
    "none",
    inBlock,
    { errorType: "UpdateError", opName: "agents.blocks.update" },
  ],
];

it.each(CASES)(
  "I21 Letta: a fact that was not %s is attributed to the call that lost it",
  async (what, fault, memory, verdict) => {
    const { url, key } = inject("service");
    const service = await startScriptedLetta(fault);
    const memtrace = new MemTrace({ url, apiKey: key });
    const client = observeLetta(memtrace, new Letta({ apiKey: "none", baseURL: service.url }));
    const graph = `letta, ${what}`;
    await client.agents.create({});
    await converse(memtrace, graph, memory(client));
    await memtrace.close();
    await service.close();

    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject(verdict);
  },
);
