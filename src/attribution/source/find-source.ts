/**
 * Finds the operation that was the first to state the wrong part of the answer, and the input from
 * which this part came. This needs no memory, no evidence and no expected answer, so it works for
 * any agent.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf } from "../../graph/in-turns.ts";
import { isMessage } from "../../graph/memory/messages.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { AnswerSource, FailedCase } from "../../protocol/api/attribution.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { readValuesFor } from "../cases/equal-values.ts";
import { locateAnswer, locateQuery } from "../cases/find-query-and-answer.ts";
import { Effort, LINK, READ, SENTENCE, TooMuchEffort } from "../effort.ts";
import { textsOf } from "../roles/graph-texts.ts";
import { type SourceStep, stepsBehind } from "./answer-steps.ts";
import { describeSource } from "./describe-source.ts";
import type { FoundSource, Input, Statement } from "./found-source.ts";
import { statementOf } from "./states-detail.ts";
import { tellingDetails, type WrongPart, wrongPartOf } from "./wrong-part.ts";

/**
 * Maximum cost of the search. A cost of 1 is the time that it takes to read one character. The
 * maximum is about two seconds of one processor.
 */
const MOST = 40_000_000;

/** Maximum number of operation names whose words are read. Most graphs have far fewer. */
const MAX_NAMES = 1_000;

function stepNames({ operations }: EvolutionGraph): ReadonlySet<string> {
  const names = new Set([...operations.values()].map(({ name }) => name));
  return new Set([...names].slice(0, MAX_NAMES).flatMap((name) => contentStems(name)));
}

/**
 * Each `yield` gives the cost of the search since the last pause. A cost of 1 is the time that it
 * takes to read one character.
 */
export function* findSource(
  graph: EvolutionGraph,
  failed: FailedCase,
): Generator<number, AnswerSource> {
  const names = graph.derived(stepNames);
  const wrong = wrongPartOf(failed, names);
  yield* readValuesFor(graph, failed);
  const answer = locateAnswer(graph, failed);
  const query = locateQuery(graph, failed, answer);
  yield costOf(graph.variables.size);
  const { steps, isLinked } = stepsBehind(graph, answer, query);
  yield costOf(steps.length);
  const search = new SourceSearch(graph, steps);
  try {
    const found =
      wrong === undefined ? search.failureBehind(answer) : yield* search.source(failed, wrong);
    return describeSource({ wrong, found, isLinked });
  } catch (error) {
    if (!(error instanceof TooMuchEffort)) throw error;
    return describeSource({ wrong, found: "too-much", isLinked });
  }
}

type Part = Pick<WrongPart, "details" | "around">;

const PLAIN = { calledBy: undefined, related: undefined, input: undefined } as const;

class SourceSearch {
  readonly #graph: EvolutionGraph;
  readonly #steps: readonly SourceStep[];
  readonly #effort = new Effort(MOST);
  readonly #read = new Map<string, readonly Sentence[]>();
  readonly #words = new Map<Part, Map<string, string | undefined>>();

  constructor(graph: EvolutionGraph, steps: readonly SourceStep[]) {
    this.#graph = graph;
    this.#steps = steps;
  }

  *source(failed: FailedCase, wrong: WrongPart): Generator<number, FoundSource | undefined> {
    const first = yield* this.#firstStatement(wrong);
    if (first === undefined) return undefined;
    const newer = yield* this.#newerThan(first, failed, wrong);
    if (newer !== undefined) {
      const repeated = yield* this.#firstStatement(wrong, newer.step.at);
      const op = (repeated ?? first).step.op;
      return { ...PLAIN, kind: "older-version", first, op, related: newer };
    }
    if (first.step.op === undefined) {
      const copied = yield* this.#firstStatement(wrong, first.step.at);
      const op = copied?.step.op;
      return { ...PLAIN, kind: "copied", first, op, input: this.#readBy(op, first) };
    }
    return yield* this.#made(first, wrong);
  }

  *#made(first: Statement, wrong: WrongPart): Generator<number, FoundSource> {
    const { op, isTool } = first.step;
    const last = this.#lastInput(first.step);
    if (isTool) return { ...PLAIN, kind: "tool-result", first, op, calledBy: last?.op };
    const failure = this.#failureBefore(first.step);
    const input = yield* this.#inputStating(op, wrong);
    if (failure !== undefined) return { ...this.#afterFailure(first, failure), input };
    const related = yield* this.#premise(first, wrong);
    return { ...PLAIN, kind: "made", first, op, related, input };
  }

  #afterFailure(first: Statement, failure: SourceStep): FoundSource {
    const calledBy = failure.isTool ? this.#lastInput(failure)?.op : undefined;
    const { op } = first.step;
    return { ...PLAIN, kind: "after-error", first, op, calledBy, related: headOf(failure) };
  }

  /**
   * Returns an input of the operation that states `part`. The input can also be a prompt or the
   * question, which are not among the steps.
   */
  *#inputStating(op: Operation | undefined, part: Part): Generator<number, Input | undefined> {
    for (const variable of this.#inputsOf(op)) {
      const words = this.#wordsIn({ variable }, part);
      yield this.#effort.sinceLastTurn();
      if (words !== undefined) return { variable, words };
    }
    return undefined;
  }

  #readBy(op: Operation | undefined, { step, words }: Statement): Input | undefined {
    const { variable } = step;
    return this.#inputsOf(op).some(({ id }) => id === variable.id)
      ? { variable, words }
      : undefined;
  }

  #inputsOf(op: Operation | undefined): Variable[] {
    const links = op === undefined ? [] : this.#graph.linksOf(op.id);
    this.#effort.spend(LINK * links.length);
    const ids = new Set(links.map(({ from }) => from));
    return [...ids].flatMap((id) => this.#graph.variables.get(id) ?? []);
  }

  /**
   * Returns the failure that explains why the answer gives no value; undefined if there is none.
   */
  failureBehind(answer: Variable | undefined): FoundSource | undefined {
    const given = this.#steps.find(({ variable }) => variable.id === answer?.id);
    const failure = given === undefined ? undefined : this.#failureBefore(given);
    if (given === undefined || failure === undefined) return undefined;
    return this.#afterFailure(headOf(given), failure);
  }

  /**
   * Looks at the tool runs and failures before this step. Returns the first failure after the last
   * successful tool run; undefined if the last run was successful.
   */
  #failureBefore({ at }: SourceStep): SourceStep | undefined {
    const runs = this.#steps.filter((step) => (step.isTool || step.isFailure) && step.at < at);
    const success = runs.findLastIndex(({ isFailure }) => !isFailure);
    return runs[success + 1];
  }

  /**
   * Finds the first step that states the wrong part. If `after` is given, the step must be later
   * than `after` and must have an operation.
   */
  *#firstStatement(
    wrong: WrongPart,
    after = Number.NEGATIVE_INFINITY,
  ): Generator<number, Statement | undefined> {
    for (const step of this.#steps) {
      if (step.at <= after || (after > Number.NEGATIVE_INFINITY && step.op === undefined)) continue;
      const words = this.#wordsIn(step, wrong);
      yield this.#effort.sinceLastTurn();
      if (words !== undefined) return { step, words };
    }
    return undefined;
  }

  #wordsIn({ variable }: Pick<SourceStep, "variable">, part: Part): string | undefined {
    const known = this.#words.get(part) ?? new Map<string, string | undefined>();
    this.#words.set(part, known);
    if (known.has(variable.id)) return known.get(variable.id);
    const sentences = this.#sentencesOf(variable);
    this.#effort.spend(SENTENCE * sentences.length);
    const words = statementOf(part, sentences);
    known.set(variable.id, words);
    return words;
  }

  #sentencesOf(variable: Variable): readonly Sentence[] {
    const known = this.#read.get(variable.id);
    if (known !== undefined) return known;
    this.#effort.spend(READ * variable.value.length);
    const texts = textsOf(this.#graph);
    const isSaid = isMessage(this.#graph, variable);
    const sentences = texts.sentencesOf(isSaid ? texts.message(variable).content : variable.value);
    this.#read.set(variable.id, sentences);
    return sentences;
  }

  /**
   * Finds a step after `first` that wrote the next version of a variable with the wrong part. This
   * version must state the expected answer, and no longer the wrong part.
   */
  *#newerThan(
    first: Statement,
    failed: FailedCase,
    wrong: WrongPart,
  ): Generator<number, Statement | undefined> {
    const right = wrongPartOf({ ...failed, prediction: failed.expected.join("; "), expected: [] });
    if (right === undefined) return undefined;
    const replacing = this.#replacing(wrong);
    for (const step of this.#steps) {
      if (step.at <= first.step.at) continue;
      const words = replacing.has(step.variable.id) ? this.#wordsIn(step, right) : undefined;
      yield this.#effort.sinceLastTurn();
      if (words !== undefined && this.#wordsIn(step, wrong) === undefined) return { step, words };
    }
    return undefined;
  }

  /** For each variable that states the wrong part, returns the id of its next version. */
  #replacing(wrong: WrongPart): ReadonlySet<string> {
    const replaced = this.#steps.flatMap((step) => {
      const next = nextVersion(this.#graph, step.variable.id);
      return next !== undefined && this.#wordsIn(step, wrong) !== undefined ? [next.id] : [];
    });
    return new Set(replaced);
  }

  /** Returns the latest step that wrote an input of the given step's operation. */
  #lastInput({ op, at }: SourceStep): SourceStep | undefined {
    if (op === undefined) return undefined;
    const read = new Set(this.#graph.linksOf(op.id).map((link) => link.from));
    return this.#steps.findLast((step) => step.at < at && read.has(step.variable.id));
  }

  /**
   * Besides the wrong part, the statement `first` can have another detail that an earlier operation
   * invented. An operation invented a detail if no earlier text and none of its inputs states the
   * detail. Returns the step in which such a detail occurs first. Returns undefined if there is no
   * such detail.
   */
  *#premise(first: Statement, wrong: WrongPart): Generator<number, Statement | undefined> {
    const claimed = new Set(wrong.details.map(({ stem }) => stem));
    for (const detail of tellingDetails(first.words)) {
      if (claimed.has(detail.stem) || wrong.around.has(detail.stem)) continue;
      const part = { details: [detail], around: wrong.around };
      const origin = this.#steps.find((step) => this.#wordsIn(step, part) !== undefined);
      yield this.#effort.sinceLastTurn();
      if (origin === undefined || origin.at >= first.step.at) continue;
      if (origin.op === undefined || origin.isTool) continue;
      if ((yield* this.#inputStating(origin.op, part)) === undefined)
        return { step: origin, words: detail.text };
    }
    return undefined;
  }
}

function headOf(step: SourceStep): Statement {
  return { step, words: step.variable.value.slice(0, 200) };
}
