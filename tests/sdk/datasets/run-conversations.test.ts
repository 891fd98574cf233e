import { expect, test } from "vitest";
import {
  type MemoryAgent,
  type RunConversationsOptions,
  readLocomo,
  runConversations,
  type Session,
} from "../../../sdk/src/datasets/datasets.ts";
import { MemTrace } from "../../../sdk/src/index.ts";
import { locomoFile } from "../support/benchmark-files.ts";
import { startCollector } from "../support/collector.ts";
import { startDatasetService } from "../support/dataset-service.ts";

/**
 * Makes a scripted agent that remembers every turn, and answers with the first turn that shares a
 * long word with the question.
 */
function scriptedAgent(heard: string[] = []): MemoryAgent {
  const turns: string[] = [];
  return {
    remember: ({ id, turns: said }: Session) => {
      heard.push(id);
      turns.push(...said.map(({ text }) => text));
    },
    answer: (question) => {
      const words = question.toLowerCase().match(/\b(?!the\b)[a-z]{3,}/g) ?? [];
      const fits = (text: string) => words.some((word) => text.toLowerCase().includes(` ${word}`));
      return turns.find(fits) ?? "Not mentioned in the conversation";
    },
  };
}

const dataset = (...ids: string[]) => readLocomo(locomoFile(...ids));

async function ran(options: Partial<RunConversationsOptions>) {
  const service = await startDatasetService();
  const collector = await startCollector();
  const memtrace = new MemTrace({ apiKey: "k", url: collector.url });
  const run = (more: Partial<RunConversationsOptions> = {}) =>
    runConversations({
      ...{ dataset: dataset("conv-1"), agent: () => scriptedAgent(), memtrace },
      ...{ apiKey: "k", url: service.url, ...options, ...more },
    });
  return {
    ...{ service, collector, run },
    close: async () => {
      service.close();
      await collector.close();
    },
  };
}

test("S172 an agent gets the sessions in order, then the questions; a graph holds messages and verdicts", async () => {
  const heard: string[] = [];
  const progress: string[] = [];
  const { run, service, collector, close } = await ran({
    agent: () => scriptedAgent(heard),
    onProgress: ({ done, total, sessions }) => {
      progress.push(`${sessions.done}/${sessions.total} ${done}/${total}`);
    },
  });
  expect((await run()).figures.answered).toBe(3);
  const graph = collector.graph("exp_1:conv-1");
  await close();
  expect(heard).toEqual(["session_1", "session_2"]);
  expect(progress).toEqual(["0/2 0/3", "1/2 0/3", "2/2 0/3", "2/2 1/3", "2/2 2/3", "2/2 3/3"]);
  expect([...graph.sessions.values()].map(({ name, category }) => name ?? category)).toEqual([
    ...["session_1", "session_2"],
    ...["memory_evaluation", "memory_evaluation", "memory_evaluation"],
  ]);
  expect(graph.versionsOf("D2:1")).toMatchObject([
    {
      ...{ category: "message", value: "The key is under the blue flowerpot now." },
      metadata: { speaker: "Ben", time: "12:05 am on 1 March, 2024" },
    },
  ]);
  expect(graph.verdicts).toMatchObject([
    { query: "Where is the key?", score: 1 },
    { query: "When did Ada move?", score: 1, expected: ["2019"] },
    { query: "What is Ben's bicycle like?", score: 0, metadata: { category: "adversarial" } },
  ]);
  expect(graph.verdicts[0]?.evidence).toHaveLength(1);
  expect(service.results.get("conv-1-1")).toMatchObject({ score: 1, graph: "exp_1:conv-1" });
});

test("S172 an undecided judgement is stored with its reason, and is no verdict", async () => {
  const { run, service, collector, close } = await ran({
    judge: ({ item }) =>
      item.metadata.category === "temporal" ? { score: null, reason: "undecided: chatter" } : 1,
  });
  await run();
  const { verdicts } = collector.graph("exp_1:conv-1");
  await close();
  expect(service.results.get("conv-1-2")).toMatchObject({ reason: "undecided: chatter" });
  expect(service.results.get("conv-1-2")).not.toHaveProperty("score");
  expect(verdicts.map(({ score }) => score)).toEqual([1, 1]);
});

test("S173 no more conversations run at once than allowed, and a failing agent affects no other", async () => {
  let [running, most, closed] = [0, 0, 0];
  const { run, service, close } = await ran({
    ...{ dataset: dataset("conv-1", "conv-2", "conv-3"), concurrency: 2 },
    agent: ({ id }) => {
      running += 1;
      most = Math.max(most, running);
      return {
        ...scriptedAgent(),
        remember: async (session: Session) => {
          await fetch(service.url);
          if (id === "conv-2" && session.id === "session_2") throw new Error("out of memory");
        },
        close: () => {
          running -= 1;
          closed += 1;
          if (id === "conv-3") throw new Error("cannot close");
        },
      };
    },
  });
  await run();
  await close();
  expect([most, closed]).toEqual([2, 3]);
  const failed = "The agent failed to remember session_2: Error: out of memory";
  expect(service.results.get("conv-2-1")).toMatchObject({ error: failed });
  expect(service.results.get("conv-3-3")).toMatchObject({ score: 1 });
});

test("S174 a resumed run repeats only conversations with open questions, in a new graph", async () => {
  const told: string[] = [];
  const asked: string[] = [];
  let isBroken = true;
  const { run, service, collector, close } = await ran({
    dataset: dataset("conv-1", "conv-2"),
    agent: ({ id }) => {
      told.push(id);
      return {
        remember: () => undefined,
        answer: (question, { id: name }) => {
          if (isBroken && name === "conv-2-2") throw new Error("rate limited");
          asked.push(name);
          return question;
        },
      };
    },
  });
  await run({ concurrency: 1 });
  expect(service.results.get("conv-2-2")).toMatchObject({ error: "Error: rate limited" });
  isBroken = false;
  await run({ resume: "exp_1" });
  const again = service.results.get("conv-2-2");
  const graph = collector.graph(String(again?.graph));
  await close();
  expect(told).toEqual(["conv-1", "conv-2", "conv-2"]);
  expect(asked).toEqual(["conv-1-1", "conv-1-2", "conv-1-3", "conv-2-1", "conv-2-3", "conv-2-2"]);
  expect(again).not.toHaveProperty("error");
  expect(again?.graph).toMatch(/^exp_1:conv-2:\w+$/);
  expect(graph.versionsOf("D1:1")).toHaveLength(1);
});
