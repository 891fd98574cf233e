/**
 * Computes what the tracer knows about a case before it chooses the evidence messages and a match
 * profile. So the tracer can use one result with different evidence and different match profiles.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { executionOrder } from "../graph/history/execution-order.ts";
import { storeBefore } from "../graph/memory/store.ts";
import type { Variable } from "../graph/model.ts";
import type { FailedCase } from "../protocol/api/attribution.ts";
import { asksPerson } from "../text/languages/asking-words.ts";
import { asksForGuess } from "../text/languages/inference-words.ts";
import { isOtherLanguage } from "../text/languages/language-of.ts";
import { saysSomething } from "../text/says-something.ts";
import type { Sentence } from "../text/sentences.ts";
import { contentStems } from "../text/words.ts";
import { wrongWords } from "./answers/wrong-words.ts";
import { answerGiving } from "./carry/answer-giving.ts";
import { type CarryParts, Comparisons } from "./carry/carry.ts";
import { type MatchProfile, RESTATING_PROFILE, STATEMENT_PROFILE } from "./carry/match-profiles.ts";
import { memoryTexts } from "./carry/memory-texts.ts";
import { excludes, otherAnswer } from "./carry/other-answer.ts";
import { placements } from "./carry/placement.ts";
import { Restatements } from "./carry/restating.ts";
import { StepTransfers } from "./carry/step-transfer.ts";
import { asksFor } from "./carry/subject.ts";
import { isOpposed } from "./carry/words/role-swap.ts";
import { type Effort, LINK } from "./effort.ts";
import { corpusOf } from "./evidence/message-corpus.ts";
import type { CaseTrace, Tracing } from "./flow/trace-context.ts";
import { askedTogether } from "./needs/asked-together.ts";
import { isComparable, readExpected } from "./needs/expected-answer.ts";
import { type Need, namesOther } from "./needs/need.ts";
import { type Roles, rolesInTurns } from "./roles/roles.ts";
import { CARRIED } from "./thresholds.ts";

export function* caseTrace(
  graph: EvolutionGraph,
  given: FailedCase,
  effort: Effort,
): Generator<number, CaseTrace> {
  const failed = { ...given, expected: given.expected.filter(saysSomething) };
  return yield* traceWith(graph, failed, yield* rolesInTurns(graph, failed), effort);
}

/** Like `caseTrace`, but the question counts as asked after the graph's last operation. */
export function* traceAtEnd(
  graph: EvolutionGraph,
  failed: FailedCase,
  effort: Effort,
): Generator<number, CaseTrace> {
  const roles = yield* rolesInTurns(graph, failed);
  const askedAt = executionOrder(graph).size;
  return yield* traceWith(graph, failed, { ...roles, askedAt }, effort);
}

function* traceWith(
  graph: EvolutionGraph,
  failed: FailedCase,
  roles: Roles,
  effort: Effort,
): Generator<number, CaseTrace> {
  effort.spend(LINK * (graph.variables.size + graph.links.size));
  yield effort.sinceLastTurn();
  const corpus = yield* corpusOf(graph, roles.messages, effort);
  const queryStems = [...new Set(contentStems(failed.query))];
  const expected = readExpected(failed.expected, new Set(queryStems));
  const texts = yield* memoryTexts(graph, roles, corpus, effort);
  yield effort.sinceLastTurn();
  const dated = new Set([...roles.context, ...roles.messages].map((v) => v.id));
  const sentences = withoutQuestion(queryStems, (variable) => texts.sentences(variable, effort));
  const store = yield* storeBefore(graph, roles.askedAt, roles.units);
  const said = sample(roles.messages.map((message) => corpus.message(message).content));
  const parts: CarryParts = {
    ...{ corpus, effort, sentences, shown: texts.shown, paraphrase: texts.paraphrase },
    isMemory: roles.isMemory,
    paraphraseOf: (step) => texts.stepParaphrases.of(step, sentences),
    placements: placements(corpus, wrongWords(failed)),
    isMemoryTranslated: isOtherLanguage(said, sample(store.map(texts.shown))),
    ownDates: (variable) => roles.isMemory(variable) || dated.has(variable.id),
  };
  const comparisons = new Comparisons(parts);
  return {
    ...{ ...parts, comparisons },
    ...{ graph, failed, roles },
    question: {
      ...{ queryStems, expected, corpus },
      askedTogether: askedTogether(failed.query, corpus.speakers),
      isInferred: expected.isHedged || asksForGuess(failed.query),
      asksForPerson: asksPerson(failed.query),
      isTranslated: isOtherLanguage(said, [failed.query, ...failed.expected].join(" ")),
    },
    isExpectedKnown: isComparable(expected),
    isExpectedGiven: failed.expected.length > 0,
    store,
    repeatsStatement: comparisons.carry(RESTATING_PROFILE),
    restatements: new Restatements(
      roles.messages,
      () => texts.wordsSaid(effort),
      comparisons,
      effort,
    ),
    transfers: new StepTransfers(graph, parts, comparisons),
    ...answerGiving(failed, corpus, (variable) => texts.passages(variable, effort), effort),
    givesOther: otherAnswer(graph, failed, expected, parts),
  };
}

/**
 * To find the language of many texts, only this number of texts is read, and this number of
 * characters of each.
 */
const SAMPLED = 16;
const SAMPLE = 120;

function sample(texts: readonly string[]): string {
  return texts
    .slice(-SAMPLED)
    .map((text) => text.slice(0, SAMPLE))
    .join("\n");
}

/**
 * Adds the functions that test whether a text states a detail of the expected answer. The match
 * profile decides how exactly they compare. If a text gives the given answer instead of the
 * expected one (see `other-answer.ts`), these functions say that the text does not state the
 * detail.
 */
export function tracingWith(profile: MatchProfile, known: CaseTrace): Tracing {
  const { comparisons, transfers, gives, givesOther } = known;
  const carry = comparisons.carry(profile);
  const transfer = transfers.by(profile);
  type Asked = Parameters<typeof gives>[1] | Need;
  const onlyDenies = (variable: Variable, asked: Asked) =>
    "statement" in asked &&
    comparisons.contradicts(variable, asked, profile.letters) &&
    carry(variable, asked) < CARRIED;
  const onlyOpposes = (variable: Variable, asked: Asked) => {
    if (!("statement" in asked) || asked.core.length === 0) return false;
    const having = known
      .sentences(variable)
      .filter(({ stems }) => asked.core.every(({ stem }) => stems.includes(stem)));
    return having.length > 0 && having.every((sentence) => isOpposed(asked, sentence));
  };
  const onlyNamesOther = (variable: Variable, asked: Asked) =>
    "statement" in asked &&
    asked.namesakes !== undefined &&
    namesOther(
      known.sentences(variable).flatMap(({ stems }) => stems),
      asked,
    );
  const statement = comparisons.by(STATEMENT_PROFILE);
  // A text of several units can state the detail in one sentence and give the other answer in
  // another sentence. Such a text still states the detail. So test each sentence alone: it must
  // make most of the statement, and must not give the other answer.
  const makesStatement = (variable: Variable, need: Need) =>
    known
      .sentences(variable)
      .some(
        (sentence) =>
          statement.among(variable, need, [sentence]).share >= CARRIED &&
          !givesOther(variable, need, [sentence]),
      );
  const isOtherAnswer = (variable: Variable, need: Need) =>
    givesOther(variable, need) && !makesStatement(variable, need);
  return {
    ...known,
    carry: (variable, need) => (isOtherAnswer(variable, need) ? 0 : carry(variable, need)),
    transfer: (need, carried, step, target) =>
      isOtherAnswer(target, need) ? undefined : transfer(need, carried, step, target),
    gives: (variable, asked) => {
      const likely = gives(variable, asked);
      if (likely === undefined || likely === 0) return likely;
      const isOther =
        givesOther(variable, asked) ||
        excludes(known.sentences(variable), asked) ||
        onlyDenies(variable, asked) ||
        onlyOpposes(variable, asked) ||
        onlyNamesOther(variable, asked);
      return isOther ? 0 : likely;
    },
  };
}

/**
 * Removes sentences that repeat the question, for example in prompts. A question states nothing.
 */
function withoutQuestion(
  asked: readonly string[],
  sentencesOf: CarryParts["sentences"],
): CarryParts["sentences"] {
  const known = new Map<string, readonly Sentence[]>();
  return (variable) => {
    const found = known.get(variable.id);
    if (found !== undefined) return found;
    const all = sentencesOf(variable);
    const kept = all.some((each) => asksFor(each, asked))
      ? all.filter((each) => !asksFor(each, asked))
      : all;
    known.set(variable.id, kept);
    return kept;
  };
}
