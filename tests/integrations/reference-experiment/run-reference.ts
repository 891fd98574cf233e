/**
 * Runs three iterations, each on its own conversation: remember, ask, judge, attribute, propose,
 * accept. Before and after, asks questions about conversations that the loop never saw.
 */
import { MemTrace } from "@memtrace/sdk";
import { experiment } from "@memtrace/sdk/experiment";
import { judging } from "@memtrace/sdk/judge";
import { drawn } from "../../../src/local/demo/drawn.ts";
import type { Comparison } from "../../../src/protocol/api/experiments.ts";
import type { BlameMode } from "../../../src/protocol/api/proposals.ts";
import type { Conversation } from "./locomo.ts";
import { Pipeline, type PipelineSettings, type Prompts, type Usage } from "./pipeline.ts";
import { ReferenceClient } from "./reference-client.ts";

export interface ReferenceTask {
  readonly service: { readonly url: string; readonly key: string };
  readonly settings: PipelineSettings;
  readonly conversations: readonly Conversation[];
  /** Number of iterations. Each uses one conversation; the others are held out. */
  readonly iterations: number;
  /** Number of held-out conversations that are asked about. */
  readonly heldOut: number;
  readonly seed: number;
  readonly attribution: BlameMode;
  readonly concurrency: number;
  say(text: string): void;
}

interface Score {
  readonly experiment: string;
  readonly questions: number;
  readonly right: number;
  readonly failed: number;
  readonly share: number | null;
}

interface Iteration {
  readonly conversation: string;
  readonly score: Score;
  readonly casesByType: Readonly<Record<string, number>>;
  /** Prompts for which a new version was proposed and accepted. */
  readonly accepted: readonly string[];
  readonly failure: string | null;
  readonly usd: number;
}

export interface ReferenceFigures {
  readonly attribution: BlameMode;
  readonly trained: readonly string[];
  readonly heldOut: readonly string[];
  readonly iterations: readonly Iteration[];
  readonly before: Score;
  readonly after: Score;
  readonly compared: Omit<Comparison, "gainedItems" | "lostItems">;
  readonly rightByCategory: Readonly<Record<string, { before: number; after: number; of: number }>>;
  /** Tokens of answering and judging. mem0 and the service count their own. */
  readonly usage: Usage;
}

export async function runReference(task: ReferenceTask): Promise<ReferenceFigures> {
  const client = new ReferenceClient(task.service.url, task.service.key);
  const order = [...task.conversations].sort(
    (one, other) => drawn(task.seed, one.id) - drawn(task.seed, other.id),
  );
  const trained = order.slice(0, task.iterations);
  const heldOut = order.slice(task.iterations, task.iterations + task.heldOut);
  const usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, failedAdds: 0 };
  const run = (conversations: readonly Conversation[], name: string, prompts: Prompts) =>
    runOn(task, { conversations, name, prompts, usage });

  const before = await run(heldOut, "held out, before", new Map());
  task.say(`Held out, before: ${before.right} of ${before.questions}`);
  const iterations: Iteration[] = [];
  for (const [index, conversation] of trained.entries()) {
    const iteration = await iterate(task, client, conversation, index + 1, usage);
    const { score, accepted } = iteration;
    task.say(
      `Iteration ${index + 1} on ${conversation.id}: ${score.right} of ${score.questions}; accepted: ${accepted.join(", ") || "nothing"}`,
    );
    iterations.push(iteration);
  }
  const after = await run(heldOut, "held out, after", await client.servedTexts());
  task.say(`Held out, after: ${after.right} of ${after.questions}`);
  const {
    gainedItems: _,
    lostItems: __,
    ...compared
  } = await client.compareExperiments(after.experiment, before.experiment);
  return {
    ...{ attribution: task.attribution, iterations, before, after, compared, usage },
    ...{ trained: trained.map(({ id }) => id), heldOut: heldOut.map(({ id }) => id) },
    rightByCategory: await byCategory(client, heldOut, before.experiment, after.experiment),
  };
}

async function iterate(
  task: ReferenceTask,
  client: ReferenceClient,
  conversation: Conversation,
  number: number,
  usage: Usage,
): Promise<Iteration> {
  const from = new Date().toISOString();
  const graph = `reference:${from}:${conversation.id}`;
  const prompts = await client.servedTexts();
  const name = `iteration ${number}`;
  const score = await runOn(task, { conversations: [conversation], name, prompts, usage, graph });
  const cases = await client.attributedCases(graph);
  const round = await client.round(task.attribution, from);
  const proposals = await client.proposalsOf(round.id);
  for (const { id } of proposals) await client.accept(id);
  const casesByType: Record<string, number> = {};
  for (const { errorType, state } of cases) {
    const kind = errorType ?? state;
    casesByType[kind] = (casesByType[kind] ?? 0) + 1;
  }
  return {
    ...{ conversation: conversation.id, score, casesByType, failure: round.failure },
    accepted: proposals.map(({ prompt }) => prompt).sort(),
    usd: round.spent.usd,
  };
}

interface Run {
  readonly conversations: readonly Conversation[];
  readonly name: string;
  readonly prompts: Prompts;
  readonly usage: Usage;
  /** The graph whose wrong answers become cases. Without a graph, nothing is traced. */
  readonly graph?: string;
}

async function runOn(
  { service, settings, concurrency, say }: ReferenceTask,
  { conversations, name, prompts, usage, graph }: Run,
): Promise<Score> {
  const memtrace = new MemTrace({ url: service.url, apiKey: service.key });
  memtrace.enabled = graph !== undefined;
  const pipeline = new Pipeline(settings, memtrace, prompts);
  const judge = (answer: Parameters<Pipeline["judge"]>[0]) => pipeline.judge(answer);
  const asking = new Map<string, (question: string) => Promise<string>>();
  for (const conversation of conversations) {
    say(`${name}: ${conversation.id} is told`);
    const tell = () => pipeline.remember(conversation);
    const ask = graph === undefined ? tell() : memtrace.graph(graph, { system: "mem0" }, tell);
    asking.set(conversation.id, await ask);
  }
  const ran = await experiment({
    ...{ ...service, apiKey: service.key, name, concurrency },
    ...(graph === undefined ? {} : { memtrace, graph: () => graph }),
    dataset: {
      name: `LoCoMo: ${conversations.map(({ id }) => id).join(", ")}`.slice(0, 200),
      items: conversations.flatMap(itemsOf),
    },
    run: async ({ question, metadata }) => {
      const ask = asking.get(String(metadata.conversation));
      if (ask === undefined) throw new Error(`no conversation ${metadata.conversation}`);
      return ask(question);
    },
    judge: graph === undefined ? judge : judging(memtrace, judge),
  });
  await memtrace.close();
  usage.calls += pipeline.usage.calls;
  usage.inputTokens += pipeline.usage.inputTokens;
  usage.outputTokens += pipeline.usage.outputTokens;
  usage.failedAdds += pipeline.usage.failedAdds;
  const { right, failed, share } = ran.figures;
  return { experiment: ran.id, questions: ran.items, right, failed, share };
}

function itemsOf({ id, questions }: Conversation) {
  return questions.map(({ question, expected, category, evidence }) => ({
    ...{ question, expected },
    metadata: { conversation: id, category, evidence },
  }));
}

async function byCategory(
  client: ReferenceClient,
  conversations: readonly Conversation[],
  before: string,
  after: string,
): Promise<Record<string, { before: number; after: number; of: number }>> {
  const categories = new Map(
    conversations.flatMap(({ questions }) =>
      questions.map(({ question, category }) => [question, `${category}`] as const),
    ),
  );
  const counted: Record<string, { before: number; after: number; of: number }> = {};
  for (const [experiment, side] of [
    [before, "before"],
    [after, "after"],
  ] as const) {
    for (const { question, outcome } of await client.experimentResults(experiment, {})) {
      const category = categories.get(question ?? "") ?? "?";
      counted[category] ??= { before: 0, after: 0, of: 0 };
      if (outcome === "right") counted[category][side] += 1;
      if (side === "after") counted[category].of += 1;
    }
  }
  return counted;
}
