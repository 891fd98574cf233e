/**
 * Lets the project's model judge the answers of one graph that `draw-answers.ts` chose at random.
 * Two simultaneous runs do no harm.
 */
import type { DiscoveredCase } from "../../attribution/cases/discover-cases.ts";
import {
  type CheckedJudgement,
  checkedJudgement,
  judgeRequest,
  textsToJudge,
} from "../../attribution/judge/judge-answer.ts";
import { unjudgedAnswers } from "../../attribution/judge/unjudged-answers.ts";
import type { AnswerRepository } from "../../database/cases/answers/answer-repository.ts";
import { answerIdOf, rightAnswers } from "../../database/cases/answers/right-answers.ts";
import type { CaseRepository } from "../../database/cases/case-repository.ts";
import { newCases } from "../../database/cases/new-cases.ts";
import { PacksLost, unlessLost } from "../../database/cold/packs-lost.ts";
import { logFailure } from "../../database/failure-log.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { ModelRepository, StoredModelSettings } from "../../database/jobs/model-repository.ts";
import {
  type JudgeRepository,
  nextDay,
  type WaitingAnswer,
} from "../../database/judge/judge-repository.ts";
import { isStorageFailure } from "../../database/storage-failure.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { JudgeSettings } from "../../protocol/api/annotation/judge.ts";
import { type Model, NOTHING_SPENT } from "../../protocol/model.ts";
import { nextAttempt } from "../../webhooks/retry-schedule.ts";
import { TURN } from "../attribution/attribute-case.ts";
import { RememberingModel } from "../models/cached-model.ts";

interface JudgeDeps {
  readonly project: string;
  readonly judge: JudgeRepository;
  readonly graphs: Pick<GraphRepository, "load">;
  readonly cases: Pick<CaseRepository, "open">;
  readonly answers: Pick<AnswerRepository, "record">;
  readonly model: ModelRepository;
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
  wakeAttribution(graph: string): Promise<void>;
  now(): number;
}

/** Maximum number of answers that one run judges. The next run judges the others. */
const MAX_ANSWERS = 20;
/** After this time, the run asks the model nothing more, because a Worker invocation must end. */
const MAX_RUN_MS = 4 * 60_000;
/** After this many failed attempts, the model does not judge the answer any more. */
const MAX_ATTEMPTS = 3;

export async function judgeGraph(deps: JudgeDeps, graphId: string): Promise<void> {
  const due = await deps.judge.dueOf(graphId, deps.now(), MAX_ANSWERS);
  const [first] = due;
  if (first === undefined) return;
  const settings = await deps.judge.settings();
  const model = await openJudge(deps, graphId, settings);
  const { answers } = await deps.judge.today(deps.now());
  const left = settings.answersPerDay - answers;
  // Without a model, or at the day's limit, all answers wait until the next day.
  const postpone = () => deps.judge.postpone(nextDay(deps.now()), settings);
  if (model === undefined || left <= 0) return postpone();
  const loaded = await unlessLost(deps.graphs.load(graphId));
  if (loaded instanceof PacksLost) {
    const reason = loaded.message;
    for (const { id } of due)
      await deps.judge.unanswered(id, { reason, usd: 0, dueAt: null, now: deps.now() });
    return;
  }
  const graph = loaded?.graph;
  const unjudged = graph === undefined ? [] : await runGivingWay(unjudgedAnswers(graph), TURN);
  const byId = new Map(
    unjudged.map((item) => [graph && answerIdOf(deps.project, graph, item), item]),
  );
  for (const row of due.slice(0, left)) {
    const item = byId.get(row.id);
    if (graph === undefined || item === undefined) await deps.judge.withdraw(row.id);
    else await judgeOne(deps, graph, row, item, model);
    if (model.limit === "day" || model.limit === "job") return postpone();
    if (model.limit === "time") return;
  }
}

async function openJudge(
  deps: JudgeDeps,
  graph: string,
  { usdPerDay }: JudgeSettings,
): Promise<RememberingModel | undefined> {
  const settings = await deps.model.settings();
  const opened = settings && (await deps.openModel(settings));
  if (settings === undefined || opened === undefined) return undefined;
  const { usd } = await deps.judge.today(deps.now());
  return new RememberingModel({
    ...{ model: opened, repository: deps.model, scope: { graph }, usdPerDay: settings.usdPerDay },
    ...{ paidBefore: { ...NOTHING_SPENT, usd }, usdAtMost: usdPerDay },
    ...{ until: deps.now() + MAX_RUN_MS, now: deps.now },
  });
}

async function judgeOne(
  deps: JudgeDeps,
  graph: EvolutionGraph,
  row: WaitingAnswer,
  item: DiscoveredCase,
  model: RememberingModel,
): Promise<void> {
  const before = model.paid.usd;
  const made = await judgementOf(graph, row, item, model);
  const [now, usd] = [deps.now(), model.paid.usd - before];
  if ("failed" in made) {
    // This run has reached a limit, so the model was not asked. Do not count this as an attempt.
    if (model.limit !== undefined) return;
    const attempts = row.attempts + 1;
    const dueAt = attempts < MAX_ATTEMPTS ? nextAttempt(attempts, now, 0) : null;
    return deps.judge.unanswered(row.id, { reason: made.failed, usd, dueAt, now });
  }
  // Open the case before the judgement is stored. If the worker dies in between, the next run
  // repeats both steps with the cached model answer. If the judgement were stored first, no run
  // would judge the answer again, so no case would be opened.
  if (made.judgement === "wrong") await openWrong(deps, graph, row, item, made, now);
  if (made.judgement === "right") {
    const right = rightAnswers(deps.project, graph, [{ ...item, score: 1 }], now);
    await deps.answers.record(row.graph, row.graphCreatedAt, right);
  }
  await deps.judge.judged(row.id, made, { usd, models: model.name, now });
}

async function judgementOf(
  graph: EvolutionGraph,
  row: WaitingAnswer,
  item: DiscoveredCase,
  model: RememberingModel,
): Promise<CheckedJudgement | { readonly failed: string }> {
  try {
    const texts = await runGivingWay(textsToJudge(graph, item, row.occurredAt), TURN);
    if (texts.messages.length === 0 && item.expected.length === 0) {
      const reason = "No message before the answer is recorded.";
      return { judgement: "unknown", reason, quote: "", message: null };
    }
    const answer = await model.ask(judgeRequest(texts));
    if (answer.ok) return checkedJudgement(answer.value, texts);
    if (answer.reason !== "malformed") return { failed: answer.message };
    return { judgement: "unknown", reason: answer.message, quote: "", message: null };
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    logFailure("answer not judged", error, { answer: row.id });
    return { failed: "The judgement stopped because of a fault on our side." };
  }
}

async function openWrong(
  deps: JudgeDeps,
  graph: EvolutionGraph,
  row: WaitingAnswer,
  item: DiscoveredCase,
  { reason, quote, message }: CheckedJudgement,
  now: number,
): Promise<void> {
  const found = {
    ...item,
    evidence: message === null ? [] : [message],
    judgeReason: `${reason} “${quote}”`,
  };
  const opened = newCases(deps.project, graph, [found], now);
  if ((await deps.cases.open(opened, now, row.graphCreatedAt)) > 0)
    await deps.wakeAttribution(row.graph);
}
