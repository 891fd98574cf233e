/** Gives a dataset's conversations to an agent, then asks the agent about them. */
import type { MemTrace } from "../core/client.ts";
import { service } from "../core/service.ts";
import type {
  Experiment,
  ExperimentItem,
  ExperimentOptions,
  ExperimentProgress,
} from "../experiments/experiment-options.ts";
import { allRows, begin, finishedItems } from "../experiments/experiment-requests.ts";
import { type ItemResult, ResultQueue } from "../experiments/experiment-results.ts";
import { resultOf, short } from "../experiments/item-result.ts";
import {
  type Conversation,
  type ConversationDataset,
  itemsOf,
  type Question,
  type Session,
} from "./conversation-dataset.ts";

/** The agent under test, with its memory of one conversation. */
export interface MemoryAgent {
  /** Called for each session, in order, before the first question. */
  remember: (session: Session, conversation: Conversation) => unknown;
  answer: (question: string, asked: Question) => string | PromiseLike<string>;
  /** Called after the last question, even if the agent failed. */
  close?: () => unknown;
}

export interface ConversationProgress extends ExperimentProgress {
  /** Id of the conversation that made progress. */
  readonly conversation: string;
  /** `done`: sessions that the agent has received. `total`: all sessions of the conversation. */
  readonly sessions: { readonly done: number; readonly total: number };
}

export interface RunConversationsOptions
  extends Pick<ExperimentOptions, "name" | "judge" | "resume" | "apiKey" | "url" | "fetch"> {
  dataset: ConversationDataset;
  /** Makes a conversation's agent, with an empty memory. */
  agent: (conversation: Conversation) => MemoryAgent | PromiseLike<MemoryAgent>;
  /** Traces the agent, with one graph per conversation. */
  memtrace?: MemTrace | undefined;
  /**
   * Whether to record each judged answer as a verdict; default true. A wrong answer then opens a
   * case.
   */
  verdicts?: boolean | undefined;
  /** Conversations to run in parallel; default 2. */
  concurrency?: number | undefined;
  /** Questions of one conversation to run in parallel; default 1. */
  questionsAtOnce?: number | undefined;
  onProgress?: (progress: ConversationProgress) => void;
}

interface Run {
  readonly id: string;
  readonly options: RunConversationsOptions;
  readonly results: ResultQueue;
  readonly moved: (conversation: Conversation, told: number, answered: number) => void;
}

/**
 * Stores the questions as a dataset, and the answers as an experiment. Stores each result
 * immediately, so `resume` can continue an interrupted experiment. Only conversations that have
 * unanswered questions then run. Their agents receive all sessions again, in a new graph.
 * @throws ServiceError if the service refuses a request, or if a request fails six times
 */
export async function runConversations(options: RunConversationsOptions): Promise<Experiment> {
  const { dataset, name, resume, concurrency = 2, onProgress, memtrace } = options;
  const ask = service(options);
  const begun = resume
    ? await ask<Experiment>("GET", `/experiments/${encodeURIComponent(resume)}`)
    : await begin(ask, { dataset: { name: dataset.name, items: itemsOf(dataset) }, name });
  const { id, items: total } = begun;
  const finished = resume ? await finishedItems(ask, id) : new Set<string>();
  const open = new Map<unknown, ExperimentItem[]>();
  for await (const item of allRows<ExperimentItem>(ask, `/datasets/${begun.dataset}/items`)) {
    if (finished.has(item.id)) continue;
    const { conversation } = item.metadata;
    open.set(conversation, [...(open.get(conversation) ?? []), item]);
  }
  const results = new ResultQueue(ask, id);
  let done = finished.size;
  const moved: Run["moved"] = (conversation, told, answered) => {
    done += answered;
    const sessions = { done: told, total: conversation.sessions.length };
    onProgress?.({ id, done, total, conversation: conversation.id, sessions });
  };
  const waiting = dataset.conversations.values();
  const runNext = async () => {
    for (const conversation of waiting) {
      const items = open.get(conversation.id) ?? [];
      if (results.failure) return;
      if (items.length > 0) await runOne({ id, options, results, moved }, conversation, items);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, runNext));
  await results.stored();
  // If the flush fails, continue: the client has already reported the failure, and the service
  // computes the experiment's figures from the results, not from the events.
  await memtrace?.flush().catch(() => undefined);
  return ask<Experiment>("POST", `/experiments/${id}/finish`);
}

function runOne(run: Run, conversation: Conversation, items: readonly ExperimentItem[]) {
  const { memtrace, resume } = run.options;
  if (!memtrace?.enabled) return askAll(run, conversation, items, null);
  // If the experiment continues after an interruption, use a new graph. The old graph can lack some
  // sessions, because the experiment was interrupted.
  const again = resume ? `:${Date.now().toString(36)}` : "";
  const graph = `${run.id}:${conversation.id}${again}`;
  const metadata = { experiment: run.id, conversation: conversation.id };
  return memtrace.graph(graph, { metadata }, () => askAll(run, conversation, items, graph));
}

async function askAll(
  run: Run,
  conversation: Conversation,
  items: readonly ExperimentItem[],
  graph: string | null,
): Promise<void> {
  const { results, moved, options } = run;
  let agent: MemoryAgent | undefined;
  let told = 0;
  try {
    agent = await options.agent(conversation);
    moved(conversation, told, 0);
    for (const session of conversation.sessions) {
      await tell(options.memtrace, agent, session, conversation);
      told += 1;
      moved(conversation, told, 0);
    }
  } catch (error) {
    const at = conversation.sessions[told]?.id;
    const failed = `The agent failed ${agent ? `to remember ${at}` : "to begin"}: ${short(error)}`;
    for (const { id: item } of items)
      results.add({ item, graph, error: failed, milliseconds: 0 } satisfies ItemResult);
    moved(conversation, told, items.length);
    await close(agent);
    return;
  }
  const { answer } = agent;
  const asked = new Map(conversation.questions.map((question) => [question.id, question]));
  const waiting = items.values();
  const askNext = async () => {
    for (const item of waiting) {
      if (results.failure) return;
      const question = asked.get(String(item.metadata.questionId));
      const run = () => {
        if (!question) throw new Error("The file does not hold this question any more.");
        return answer.call(agent, item.question, question);
      };
      results.add(await resultInSession({ ...options, run }, item, graph));
      moved(conversation, told, 1);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.questionsAtOnce ?? 1) }, askNext));
  await close(agent);
}

/** Ignores an error: every question already has an answer or an error. */
async function close(agent: MemoryAgent | undefined): Promise<void> {
  try {
    await agent?.close?.();
  } catch {}
}

/**
 * Gives a session to the agent, and records each turn as a message. A message has its turn's id as
 * name, because a question's evidence consists of turn ids.
 */
async function tell(
  memtrace: MemTrace | undefined,
  agent: MemoryAgent,
  session: Session,
  conversation: Conversation,
): Promise<void> {
  const remember = () => agent.remember(session, conversation);
  if (!memtrace?.enabled) {
    await remember();
    return;
  }
  const { id: name, time } = session;
  await memtrace.session({ name, category: "memory_construction", metadata: { time } }, () => {
    for (const turn of session.turns)
      memtrace.variable(turn, {
        ...{ name: turn.id, category: "message", value: turn.text },
        metadata: { speaker: turn.speaker, time },
      });
    return remember();
  });
}

function resultInSession(
  options: RunConversationsOptions & Pick<ExperimentOptions, "run">,
  item: ExperimentItem,
  graph: string | null,
): Promise<ItemResult> {
  const { memtrace, verdicts = true } = options;
  if (!memtrace || graph === null) return resultOf(item, options, graph);
  const { question: query, expected, metadata } = item;
  const { questionId, category } = metadata;
  const about = {
    category: "memory_evaluation",
    metadata: { item: item.id, questionId, category },
  };
  return memtrace.session(about, async () => {
    memtrace.variable(query, { class: "query", category: "message & query" });
    const result = await resultOf(item, options, graph);
    const { answer: prediction, score, reason, error } = result;
    const isJudged = error === undefined && score !== undefined && score !== null;
    if (verdicts && isJudged && prediction !== undefined)
      memtrace.verdict({
        ...{ query, prediction, expected, score, reason: reason ?? undefined },
        evidence: Array.isArray(metadata.evidence) ? metadata.evidence : [],
        metadata: { questionId, category },
      });
    return result;
  });
}
