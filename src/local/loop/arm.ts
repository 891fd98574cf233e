/**
 * Runs the loop once, in a project of its own. In each round, the agent talks with made-up people.
 * The service attributes the wrong answers and proposes better prompts, and the proposals are
 * accepted. Then the agent answers questions about other conversations, from which the loop never
 * learns.
 */
import type { MemTrace } from "@memtrace/sdk/prompts";
import { createAgent } from "../../../sdk/examples/prompted-agent/agent.ts";
import type { ChatModel } from "../../../sdk/examples/prompted-agent/chat.ts";
import { PROMPTS, type PromptName } from "../../../sdk/examples/prompted-agent/prompts.ts";
import {
  type Answered,
  type Conversation,
  runConversation,
} from "../../../sdk/examples/prompted-agent/run.ts";
import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Job } from "../../protocol/api/jobs.ts";
import type { BlameMode, Suggestion } from "../../protocol/api/proposals.ts";
import type { Replay } from "../../protocol/api/replays.ts";
import type { Spent } from "../../protocol/model.ts";
import { type SettledGraph, settledGraph } from "../demo/completion.ts";
import { makeConversation } from "./conversations.ts";
import type { LoopClient } from "./loop-client.ts";
import { replayCases } from "./replayed.ts";

export interface ArmTask {
  readonly seed: number;
  /**
   * Decides which prompt the service blames for a wrong answer. With `response`, this is always the
   * prompt that wrote the answer. This simple rule is the baseline for the comparison.
   */
  readonly attribution: BlameMode;
  readonly rounds: number;
  readonly conversationsPerRound: number;
  readonly unseenConversations: number;
}

export interface ArmTools {
  readonly client: LoopClient;
  /** Opens a client that traces the agent and gives it the current prompts. */
  readonly connect: () => Promise<MemTrace>;
  /** A client that records nothing. */
  readonly silent: MemTrace;
  readonly model: ChatModel;
  /** The project that receives the traces of replays. */
  readonly project: { readonly url: string; readonly apiKey: string };
}

export interface LoopRound {
  /** For each question about this round's conversations: whether the agent was right. */
  readonly seen: readonly boolean[];
  readonly cases: readonly CaseSummary[];
  /** Replay results of the round's cases. Empty for the baseline, which does not use verdicts. */
  readonly replays: readonly Replay[];
  readonly suggestions: readonly Suggestion[];
  /** Prompts that got a new accepted version in this round. */
  readonly accepted: readonly string[];
  /** Cost of the service's optimiser in this round. */
  readonly spent: Spent;
  /** Why the round failed. Null if it succeeded. */
  readonly failure: string | null;
  /**
   * For each question about the unseen conversations: whether the agent was right after this round.
   */
  readonly unseen: readonly boolean[];
}

export interface ArmResult {
  readonly task: ArmTask;
  /**
   * For each question about the unseen conversations: whether the agent was right before the first
   * round.
   */
  readonly before: readonly boolean[];
  readonly rounds: readonly LoopRound[];
  /** Prompt name → text after the last round. */
  readonly prompts: Readonly<Record<string, string>>;
}

export async function runArm(tools: ArmTools, task: ArmTask): Promise<ArmResult> {
  const before = await answerUnseen(tools, task);
  const rounds: LoopRound[] = [];
  for (let number = 1; number <= task.rounds; number++) {
    rounds.push(await runRound(tools, task, number));
  }
  const prompts = Object.fromEntries(await tools.client.servedTexts());
  return { task, before, rounds, prompts };
}

async function runRound(tools: ArmTools, task: ArmTask, number: number): Promise<LoopRound> {
  const { client, model } = tools;
  const conversations = made(task, `round-${number}`, task.conversationsPerRound);
  const answered = await traceAll(await tools.connect(), model, conversations);
  const settled = await Promise.all(conversations.map(({ id }) => settledGraph(client, id)));
  const cases = settled.flatMap((graph) => graph.cases);
  const replays =
    task.attribution === "decisive" ? await replayCases(tools, cases, await promptsOf(client)) : [];
  // Set the project's model only now, for the proposals, and remove it afterwards. If it were set
  // during attribution, the service would ask it about undecided verdicts. A script stands in for
  // the model, and the script cannot answer questions about verdicts.
  await client.setModel(model);
  const job = await client.propose(task.attribution);
  await client.forgetModel();
  const proposals = await client.proposalsOf(job.id);
  for (const { id } of proposals) await client.accept(id);
  return {
    seen: answered.map(({ isRight }) => isRight),
    ...{ cases, replays },
    suggestions: await client.suggestionsOf(job.id),
    accepted: proposals.map(({ prompt }) => prompt).sort(),
    spent: job.spent,
    failure: failureOf(job, settled),
    unseen: await answerUnseen(tools, task),
  };
}

function failureOf({ state, failure }: Job, settled: readonly SettledGraph[]): string | null {
  if (!settled.every(({ isSettled }) => isSettled))
    return "The attribution did not come to an end.";
  return state === "done" ? null : (failure ?? "The optimiser did not come to an end.");
}

async function traceAll(
  memtrace: MemTrace,
  model: ChatModel,
  conversations: readonly Conversation[],
): Promise<Answered[]> {
  const prompt = (name: PromptName) => memtrace.prompt(name, { fallback: PROMPTS[name] });
  const answered: Answered[] = [];
  for (const conversation of conversations) {
    const { person } = conversation;
    const agent = createAgent({ memtrace, model, person, prompt });
    answered.push(...(await runConversation(memtrace, agent, conversation)));
  }
  await memtrace.close();
  return answered;
}

async function answerUnseen(
  { client, silent, model }: ArmTools,
  task: ArmTask,
): Promise<boolean[]> {
  const prompt = await promptsOf(client);
  const right: boolean[] = [];
  for (const conversation of made(task, "unseen", task.unseenConversations)) {
    const { person } = conversation;
    const agent = createAgent({ memtrace: silent, model, person, prompt });
    const answered = await runConversation(silent, agent, conversation);
    right.push(...answered.map(({ isRight }) => isRight));
  }
  return right;
}

/**
 * Loads the prompts that the service serves now. Returns a function that gives the text of a prompt
 * for its name.
 */
async function promptsOf(client: LoopClient): Promise<(name: PromptName) => string> {
  const served = await client.servedTexts();
  return (name) => served.get(name) ?? PROMPTS[name];
}

function made({ seed }: ArmTask, kind: string, count: number): Conversation[] {
  return Array.from({ length: count }, (_, index) =>
    makeConversation(seed, `${kind}-${index + 1}`),
  );
}
