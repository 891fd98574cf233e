import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { Memory as MastraMemory } from "@mastra/memory";
import { Observability } from "@mastra/observability";
import { MemTrace } from "@memtrace/sdk";
import { mastraExporter, observeMastra } from "@memtrace/sdk/mastra";
import { expect, inject, it } from "vitest";
import { attributedCase } from "./attributed.ts";
import { converse, KEY, type Memory, UNKNOWN } from "./conversation.ts";
import { traced } from "./recorded.ts";
import { type Message, type Said, startScriptedOpenAI } from "./scripted-openai.ts";

const OWNER = { thread: "thread-1", resource: "user-1" };
const FOUND = /spare key is kept under [a-z ]+/;

/** The scripted model says what its prompt says of the key, unless it is told to overlook it. */
function answering(messages: readonly Message[], overlooks = false): Said {
  if (!textOf(messages.at(-1)).endsWith("?")) return "I see.";
  const [found] = FOUND.exec(messages.map(textOf).join("\n")) ?? [];
  return overlooks || !found ? UNKNOWN : found;
}

/** It notes everything in its working memory, and forgets all of that at the quarry. */
function noting(): (messages: readonly Message[]) => Said {
  let notes = "";
  return (messages) => {
    const last = messages.at(-1);
    const said = textOf(last);
    if (last?.role !== "user" || said.endsWith("?")) return answering(messages);
    notes = /quarry/.test(said) ? "- The user has a dog." : `${notes}- ${said}\n`;
    return { tool: "updateWorkingMemory", args: { memory: notes } };
  };
}

function textOf(message: Message | undefined): string {
  return String(message?.content ?? "");
}

interface Case {
  readonly model?: (messages: readonly Message[]) => Said;
  readonly options?: NonNullable<ConstructorParameters<typeof MastraMemory>[0]>["options"];
  readonly memory?: (memory: MastraMemory, say: (said: string) => Promise<string>) => Memory;
  readonly verdict: object;
}

const bySaying = (_: MastraMemory, say: (said: string) => Promise<string>): Memory => ({
  remember: say,
  ask: say,
});

const deleting: Case["memory"] = (memory, say) => ({
  ...bySaying(memory, say),
  meanwhile: async () => {
    const { messages } = await memory.recall({
      threadId: OWNER.thread,
      resourceId: OWNER.resource,
    });
    const about = messages.filter(({ content }) => KEY.test(JSON.stringify(content)));
    await memory.deleteMessages(about.map(({ id }) => id));
  },
});

const CASES: [string, Case][] = [
  [
    "kept in working memory",
    {
      model: noting(),
      options: { lastMessages: false, workingMemory: { enabled: true } },
      verdict: { errorType: "UpdateError", opName: "updateResource" },
    },
  ],
  [
    "kept in the thread",
    { memory: deleting, verdict: { errorType: "DeletionError", opName: "deleteMessages" } },
  ],
  [
    "recalled",
    {
      options: { lastMessages: 2 },
      verdict: {
        errorType: "RetrievalError",
        // The run that answers encloses the call that recalls.
        opName: expect.stringMatching(/^(generate|listMessages)$/),
      },
    },
  ],
  [
    "used by the model",
    {
      model: (messages) => answering(messages, true),
      verdict: { errorType: "ResponseError", opName: "generate" },
    },
  ],
];

it.each(CASES)(
  "I20 Mastra: a fact that is not %s is attributed to the call that lost it",
  async (what, {
    model: script = answering,
    options = {},
    memory: remembering = bySaying,
    verdict,
  }) => {
    const { url, key } = inject("service");
    const model = await startScriptedOpenAI((messages) => script(messages));
    const memtrace = new MemTrace({ url, apiKey: key });
    const memory = new MastraMemory({ storage: new InMemoryStore(), options });
    const agent = observeMastra(memtrace, agentWith(memory, model.url));
    const say = async (said: string) => (await agent.generate(said, { memory: OWNER })).text;
    const graph = `mastra, ${what}`;
    await converse(memtrace, graph, remembering(memory, say));
    await memtrace.close();
    await model.close();

    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject(verdict);
  },
);

it("I20 Mastra: with the exporter, steps and tools show what went in and out, and nothing of it twice", async () => {
  const model = await startScriptedOpenAI(noting());
  const memory = new MastraMemory({ options: { workingMemory: { enabled: true } } });
  const { graph, problems } = await traced(async (memtrace) => {
    const agent = observeMastra(memtrace, agentWith(memory, model.url));
    observeMastra(memtrace, memory);
    const exporters = [mastraExporter(memtrace)];
    const mastra = new Mastra({
      agents: { agent },
      storage: new InMemoryStore(),
      logger: false,
      observability: new Observability({ configs: { default: { serviceName: "t", exporters } } }),
    });
    await mastra.getAgent("agent").generate("I like green tea.", { memory: OWNER });
    const { text } = await agent.stream("What do I like?", { memory: OWNER });
    expect(await text).toBe(UNKNOWN);
    await mastra.shutdown();
  });
  await model.close();
  const names = [...graph.operations.values()].map(({ name }) => name);
  const times = (name: string) => names.filter((one) => one === name).length;

  expect(["generate", "stream", "updateResource", "updateWorkingMemory"].map(times)).toEqual([
    1, 1, 1, 1,
  ]);
  // One step that calls the tool, one that answers, and one for the stream.
  expect([times("model_step"), times("saveMessages")]).toEqual([3, 2]);
  expect(graph.versionsOf("working-memory:user-1").map(({ value }) => value)).toEqual([
    "- I like green tea.\n",
  ]);
  expect(problems).toEqual([]);
});

function agentWith(memory: MastraMemory, url: string): Agent {
  return new Agent({
    ...{ id: "agent", name: "agent", instructions: "Be kind." },
    model: { id: "custom/scripted", url, apiKey: "none" },
    memory,
  });
}
