/**
 * The carry oracle. If words alone cannot show whether a text still states a detail, a model that
 * understands both is asked, about one text and one detail at a time. Few questions decide a case:
 * first the context of the answering step, then the units of the memory, then the path from the
 * message to the place of the loss, by bisection. The tracer then runs again with these answers.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { atOnce } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { Attribution, FailedCase } from "../../protocol/api/attribution.ts";
import type { Model } from "../../protocol/model.ts";
import { type Trace, trace, traceInTurns } from "../attribute.ts";
import { shownText } from "../carry/carry.ts";
import {
  type AskedDetail,
  givenAnswer,
  type Judgement,
  wantedAnswer,
} from "../carry/carry-answers.ts";
import { Effort, type Run } from "../effort.ts";
import type { Finding } from "../flow/finding.ts";
import type { Traced } from "../flow/trace-result.ts";
import { isExpectedKnown } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { CARRIED } from "../thresholds.ts";
import { Answers, type AskCarry } from "./oracle-answers.ts";
import { evidenceByAnswers } from "./oracle-evidence.ts";
import { retrieved, Ways } from "./oracle-routes.ts";

export interface Consulted {
  readonly attribution: Attribution;
  readonly asked: number;
  /** Whether the verdict rests on answers, and every answer supports it. */
  readonly settled: boolean;
}

/** Maximum details whose path the oracle asks about; an answer rests on few. */
const MAX_NEEDS = 4;
/** Maximum evidence messages that the oracle asks about. */
const MAX_EVIDENCE = 4;
/** Maximum texts in which the answering step may have read the detail. */
const MAX_CONTEXTS = 2;
/** Maximum units that the oracle asks about to learn whether the memory held the detail. */
const MAX_CANDIDATES = 3;
/** Maximum other texts made from the last one that stated the detail. */
const MAX_BRANCHES = 2;
/** Maximum retrieved lists that the oracle asks about. */
const MAX_LISTS = 4;
/** Maximum times that a case is traced again because an answer contradicts its verdict. */
const MAX_ROUNDS = 6;

/** Asks at most `maxQuestions`; for the rest, the comparison of words decides. */
export async function consultOracle(
  graph: EvolutionGraph,
  failed: FailedCase,
  ask: AskCarry,
  maxQuestions: number,
  first: Trace = trace(graph, failed),
  embed?: Model["embed"],
  run: Run = async (work) => atOnce(work),
): Promise<Consulted> {
  const answers = new Answers(ask, maxQuestions);
  const { evidenceFound } = first.attribution;
  const evidence =
    evidenceFound && isExpectedKnown(failed)
      ? await evidenceByAnswers(graph, failed, first, answers, embed)
      : undefined;
  const known = evidence ? { ...failed, evidence: evidence.map(({ id }) => id) } : failed;
  const begun = evidence
    ? await run(traceInTurns(graph, known, new Effort(), answers.judged))
    : first;
  const { last, settled } = await consult(graph, known, begun, answers, run);
  const attribution = { ...last.attribution, evidenceFound };
  return { attribution, asked: answers.count, settled };
}

async function consult(
  graph: EvolutionGraph,
  failed: FailedCase,
  first: Trace,
  answers: Answers,
  run: Run,
): Promise<{ readonly last: Trace; readonly settled: boolean }> {
  if (first.traced === undefined) return { last: first, settled: false };
  const search = new Search(graph, first.traced, first, answers);
  if (!(await isContradicted(failed, first, answers))) {
    await search.followAll(first.about.needs.needs.slice(0, MAX_NEEDS), failed);
  }
  let last = first;
  let settled = false;
  for (let round = 0; round < MAX_ROUNDS && answers.count > 0 && !settled; round++) {
    const again = new Effort();
    last = await run(traceInTurns(graph, failed, again, answers.judged, answers.isFollowed));
    settled = await isBorneOut(graph, last, answers);
    if (answers.isExhausted) break;
  }
  return { last, settled };
}

/** Whether the evidence states the answer that was given, and not the expected one. */
async function isContradicted(
  failed: FailedCase,
  { attribution, about: { needs, evidence, reading } }: Trace,
  answers: Answers,
): Promise<boolean> {
  if (!isExpectedKnown(failed)) return false;
  if (!needs.paraphrased && !attribution.evidenceFound) return false;
  const states = async (detail: AskedDetail) => {
    for (const message of evidence.slice(0, MAX_EVIDENCE)) {
      const { content } = reading.message(message);
      if ((await answers.ask(content, detail)) === "yes") return true;
    }
    return false;
  };
  return !(await states(wantedAnswer(failed))) && (await states(givenAnswer(failed)));
}

/**
 * Asks about every text behind the verdict that was not asked about yet. If an answer contradicts
 * the verdict, the case is traced again.
 */
async function isBorneOut(graph: EvolutionGraph, last: Trace, answers: Answers): Promise<boolean> {
  const finding = last.traced?.findings[0];
  const need = finding?.need;
  if (finding === undefined || need === undefined) return true;
  const after = finding.link === null ? undefined : graph.links.get(finding.link)?.to;
  const isLoss = finding.errorType !== "ResponseError";
  const claims: [string | null | undefined, boolean][] = [
    [finding.carrier, true],
    ...(isLoss ? [after, ...besides(graph, last, finding)] : []).map(
      (id): [string | undefined, boolean] => [id, false],
    ),
  ];
  for (const [id, states] of claims) {
    const variable = id === null || id === undefined ? undefined : graph.variables.get(id);
    if (variable === undefined || need.sources.includes(variable.id)) continue;
    const answer = await answers.ask(shownText(variable, last.about), need);
    if (answer === undefined || (answer === "yes") !== states) return false;
  }
  return true;
}

/** The other units that the step at fault wrote from the text with the detail. */
function besides(
  graph: EvolutionGraph,
  { traced }: Trace,
  { carrier, link, op }: Finding,
): string[] {
  const links = carrier === null || link === null ? [] : graph.linksFrom(carrier);
  return links
    .filter((other) => other.op === op && other.id !== link)
    .flatMap(({ to }) => (traced?.tracing.roles.isUnit(to) ? to : []))
    .slice(0, MAX_BRANCHES);
}

/** Finds the place of a detail, and the step that lost it. */
class Search {
  readonly #graph: EvolutionGraph;
  readonly #traced: Traced;
  readonly #first: Trace;
  readonly #answers: Answers;
  /**
   * The path and place where another detail was lost: details of one message tend to be lost
   * together.
   */
  #lost: { readonly way: readonly Variable[]; readonly last: number } | undefined;
  /** The last list that stated another detail before the retrieval lost it. */
  #lastList: Variable | undefined;

  constructor(graph: EvolutionGraph, traced: Traced, first: Trace, answers: Answers) {
    this.#graph = graph;
    this.#traced = traced;
    this.#first = first;
    this.#answers = answers;
  }

  /** An answer that could read every need may have stated it. */
  async followAll(needs: readonly Need[], failed: FailedCase): Promise<void> {
    let readAll = true;
    for (const need of needs) {
      readAll = (await this.#wasRead(need)) && readAll;
      this.#answers.follow(need);
    }
    for (const need of readAll ? needs : []) await this.#answers.ask(failed.prediction, need);
  }

  /** Whether the answering step read the detail; if not, asks where it was lost. */
  async #wasRead(need: Need): Promise<boolean> {
    const { roles } = this.#traced.tracing;
    for (const variable of roles.context.toReversed().slice(0, MAX_CONTEXTS)) {
      if (await this.#states(variable, need)) return true;
    }
    if (await this.#wasLostWithAnother(need)) return false;
    const ways = new Ways(this.#graph, need, this.#traced.tracing, this.#first.about);
    for (const unit of ways.stored(MAX_CANDIDATES)) {
      if (!(await this.#states(unit, need))) continue;
      this.#conclude(ways.routeTo(unit.id), need, "yes");
      await this.#followRetrieval(ways, unit, need);
      return false;
    }
    for (const way of ways.whole()) {
      const last = await this.#lastStating(way, need);
      const kept = this.#traced.tracing.store.find((unit) => unit === way[last]);
      if (kept !== undefined) {
        this.#conclude(way.slice(0, last + 1), need, "yes");
        await this.#followRetrieval(ways, kept, need);
        return false;
      }
      this.#lost ??= { way, last };
      this.#concludeLoss(way, last, need);
      await this.#followBranches(ways, way[last], way[last + 1], need);
    }
    return false;
  }

  /**
   * The last text that stated a detail may have passed it on by another path than the one that lost
   * it.
   */
  async #followBranches(
    ways: Ways,
    from: Variable | undefined,
    lost: Variable | undefined,
    need: Need,
  ): Promise<void> {
    if (from === undefined) return;
    for (const branch of ways.branches(from, lost, MAX_BRANCHES)) {
      if (!(await this.#states(branch, need))) continue;
      const later = ways.onwards(branch);
      this.#concludeLoss(later, await this.#lastStating(later, need), need);
      return;
    }
  }

  /**
   * The latest list of the retrieval that stated it: the steps after it dropped it. Lists repeat
   * the units' words, so the words show which lists hold the unit.
   */
  async #followRetrieval(ways: Ways, unit: Variable, need: Need): Promise<void> {
    const lists = retrieved(this.#graph, this.#traced.tracing);
    const holding = ways.holding(unit, lists).toReversed().slice(0, MAX_LISTS);
    const known = holding.filter((list) => list === this.#lastList);
    for (const list of new Set([...known, ...holding])) {
      if (!(await this.#states(list, need))) continue;
      this.#lastList = list;
      this.#conclude(lists.slice(lists.indexOf(list) + 1), need, "no");
      return;
    }
    if (!this.#answers.isExhausted) this.#conclude(lists, need, "no");
  }

  /** Two questions decide: the text before the loss states it, the text after does not. */
  async #wasLostWithAnother(need: Need): Promise<boolean> {
    const { way = [], last = -1 } = this.#lost ?? {};
    const [before, after] = [way[last], way[last + 1]];
    if (before === undefined || after === undefined) return false;
    if (!(await this.#states(before, need)) || (await this.#states(after, need))) return false;
    this.#concludeLoss(way, last, need);
    return true;
  }

  /**
   * Index of the last text that states the detail, -1 for none; starts where the words suggest it.
   */
  async #lastStating(texts: readonly Variable[], need: Need): Promise<number> {
    const { carry } = this.#traced.tracing;
    let low = -1;
    let high = texts.length;
    const hint = texts.findLastIndex((variable) => carry(variable, need) >= CARRIED);
    let probe = hint >= 0 ? hint : Math.floor((low + high) / 2);
    while (high - low > 1 && !this.#answers.isExhausted) {
      const text = texts[probe];
      if (text === undefined) break;
      const states = await this.#states(text, need);
      const isHint = probe === hint;
      if (states) low = probe;
      else high = probe;
      probe = states && isHint ? low + 1 : Math.floor((low + high) / 2);
    }
    return low;
  }

  async #states(variable: Variable, need: Need): Promise<boolean> {
    return (await this.#answers.ask(shownText(variable, this.#first.about), need)) === "yes";
  }

  #concludeLoss(way: readonly Variable[], last: number, need: Need): void {
    this.#conclude(way.slice(0, last + 1), need, "yes");
    this.#conclude(way.slice(last + 1), need, "no");
  }

  #conclude(texts: readonly Variable[], need: Need, judgement: Judgement): void {
    for (const variable of texts) {
      this.#answers.conclude(shownText(variable, this.#first.about), need, judgement);
    }
  }
}
