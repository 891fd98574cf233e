/**
 * The oracle asks a model to answer the question of the case from the texts at one stage. A stage
 * is a point between the messages and the answer. If the model can answer before an operation but
 * not after it, this operation is at fault. The oracle always asks about the stage that is most
 * useful.
 */
import { atOnce, type InTurns } from "../../graph/in-turns.ts";
import type { Attribution, StageAnswer } from "../../protocol/api/attribution.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import type { Model } from "../../protocol/model.ts";
import { type Trace, traceInTurns } from "../attribute.ts";
import { DECIDING_PROFILE } from "../carry/match-profiles.ts";
import { tracingWith } from "../case-trace.ts";
import { Effort, type Run, TooMuchEffort } from "../effort.ts";
import { sourcesOf } from "../flow/flow.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { subKindOf } from "../sub-kinds/sub-kind.ts";
import { LOG_ODDS_KEPT, REWORDED_MEMORY, REWORDED_TRUST } from "../thresholds.ts";
import { Belief } from "./belief.ts";
import { expectedTelling } from "./expected-telling.ts";
import { evidenceByAnswers } from "./found-evidence.ts";
import { type Hypothesis, hypothesesOf } from "./hypotheses.ts";
import { InformationPaths } from "./information-paths.ts";
import { Meaning } from "./meaning.ts";
import type { Telling } from "./stage.ts";
import { Answers, type ReadStage } from "./stage-answers.ts";
import { verdictOf } from "./stage-verdict.ts";
import { stagesOf } from "./stages.ts";

export interface Consulted {
  readonly attribution: Attribution;
  readonly answers: readonly StageAnswer[];
}

export interface Consultation {
  readonly read: ReadStage;
  /**
   * The oracle first gives a probability to each possible verdict. The tracer's verdict gets at
   * most `maxTrust`. The lower this limit is, the more questions the oracle asks.
   */
  readonly maxTrust: number;
  readonly embed?: Model["embed"];
  readonly run?: Run;
}

/**
 * Maximum number of questions to the model. Most cases need three to six. A memory that rewrites
 * its units often needs more.
 */
const MAX_QUESTIONS = 16;
/**
 * The oracle stops asking if no question is expected to raise the highest probability by this
 * value.
 */
const LEAST_GAIN = 0.003;

/**
 * Asks the model at most `MAX_QUESTIONS` questions. Stops earlier if no further answer is likely to
 * change the verdict.
 */
export async function consultOracle(first: Trace, how: Consultation): Promise<Consulted> {
  const { about } = first;
  const answers = new Answers(how.read, about.failed, MAX_QUESTIONS);
  const meaning = how.embed && new Meaning(how.embed);
  const begun =
    about.evidenceFound && about.isExpectedKnown
      ? await withEvidence(first, answers, how, meaning)
      : { trace: first };
  const { attribution } = await decide(begun, answers, how, meaning);
  return {
    attribution: { ...attribution, evidenceFound: about.evidenceFound },
    answers: answers.given,
  };
}

interface Begun {
  readonly trace: Trace;
  /** The model's answer about the messages; absent if the oracle did not ask. */
  readonly told?: Telling;
}

async function withEvidence(
  first: Trace,
  answers: Answers,
  { run = inOneGo }: Consultation,
  meaning: Meaning | undefined,
): Promise<Begun> {
  const { graph, failed } = first.about;
  const evidence = await evidenceByAnswers(first.about, answers, meaning, run);
  if (answers.given.length === 0) return { trace: first };
  if (evidence === undefined) return { trace: first, told: "none" };
  const known = { ...failed, evidence: evidence.map(({ id }) => id) };
  return { trace: await run(traceInTurns(graph, known, new Effort())), told: "expected" };
}

const inOneGo: Run = async (work) => atOnce(work);

async function decide(
  { trace, told }: Begun,
  answers: Answers,
  { maxTrust, run = inOneGo }: Consultation,
  meaning: Meaning | undefined,
): Promise<{ readonly attribution: Attribution }> {
  const { about } = trace;
  const { tracing, paths, hypotheses } = await run(possibleVerdicts(trace, maxTrust));
  if (hypotheses.length === 0) return trace;
  const stages = stagesOf(about, tracing, paths, hypotheses, meaning);
  const order = { paths, tracing, enteredAt: entryOf(tracing, paths) };
  const belief = new Belief(
    hypotheses,
    hypotheses.map(({ prior }) => prior),
    expectedTelling(order),
  );
  const open = new Set(stages);
  const message = stages.find(({ kind }) => kind === "message");
  if (message !== undefined && told !== undefined) {
    belief.learn(message, told);
    open.delete(message);
  }
  while (!answers.isExhausted) {
    const next = belief.next([...open]);
    if (next === undefined || next.gain < LEAST_GAIN) break;
    open.delete(next.stage);
    const answer = await answers.ask(next.stage);
    if (answer !== undefined) belief.learn(next.stage, answer.telling);
  }
  return answers.given.length === 0 ? trace : { attribution: verdictOf(trace, tracing, belief) };
}

function* possibleVerdicts(trace: Trace, maxTrust: number) {
  const tracing = trace.traced?.tracing ?? tracingWith(DECIDING_PROFILE, trace.about);
  const paths = new InformationPaths(yield* sourcesIn(trace, tracing), tracing);
  return {
    tracing,
    paths,
    hypotheses: hypothesesOf(trace, tracing, paths, trust(trace, maxTrust)),
  };
}

/**
 * Returns the sub-kind of a verdict that another method, such as the agent, has reached. Returns
 * null if the trace does not show the sub-kind, or if finding it costs too much.
 */
export function* subKindIn(
  trace: Trace,
  { errorType, op }: Pick<Hypothesis, "errorType" | "op">,
): InTurns<SubKind | null> {
  try {
    const { tracing, hypotheses } = yield* possibleVerdicts(trace, 1);
    const same = hypotheses.find((each) => each.errorType === errorType && each.op === op);
    return same?.finding === undefined ? null : subKindOf(same.finding, tracing);
  } catch (error) {
    if (error instanceof TooMuchEffort) return null;
    throw error;
  }
}

/**
 * Before the oracle asks the model, it gives the tracer's verdict a probability. Returns this
 * probability. It is never higher than the verdict's confidence, and is often lower.
 */
function trust({ attribution, about }: Trace, most: number): number {
  const isReworded = about.paraphrase.fresh > REWORDED_MEMORY;
  const confidence = attribution.outcome === "attributed" ? attribution.confidence : 0;
  const odds = (confidence / (1 - confidence)) ** LOG_ODDS_KEPT;
  const kept = Number.isFinite(odds) ? odds / (1 + odds) : 1;
  return Math.min(kept, confidence, isReworded ? REWORDED_TRUST : 1, most);
}

/** Returns the ids of the evidence messages, and of other messages that state a needed detail. */
function* sourcesIn({ about }: Trace, tracing: Tracing): InTurns<string[]> {
  const { needs, evidence } = about;
  const stating: string[] = [];
  for (const need of needs.needs) stating.push(...(yield* sourcesOf(need, tracing)));
  return [...new Set([...evidence.map(({ id }) => id), ...stating])];
}

/**
 * Each message enters the memory at a position in the execution order. Returns the last of these
 * positions. After it, the memory has information from every message.
 */
function entryOf({ roles }: Tracing, paths: InformationPaths): number {
  const entered = new Map<string, number>();
  for (const { source, to, at } of [...paths.steps.values()].flat())
    if (roles.isUnit(to)) entered.set(source, Math.min(at, entered.get(source) ?? at));
  return [...entered.values()].reduce((last, at) => Math.max(last, at), -1);
}
