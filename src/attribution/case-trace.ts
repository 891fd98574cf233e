/**
 * Computes the parts that all verdicts of a case share, for any evidence and any text comparison.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { storeBefore } from "../graph/memory/store.ts";
import type { FailedCase } from "../protocol/api/attribution.ts";
import { saysSomething } from "../text/says-something.ts";
import { contentStems } from "../text/words.ts";
import { type CarryParts, lexicalCarry, shownText } from "./carry/carry.ts";
import type { Judged } from "./carry/carry-answers.ts";
import { RESTATING_VIEW, type View } from "./carry/match-profiles.ts";
import { memoryTexts } from "./carry/memory-texts.ts";
import { isFresh } from "./carry/paraphrase-rate.ts";
import { placements } from "./carry/placement.ts";
import { reworded } from "./carry/rewording.ts";
import { StepTransfers } from "./carry/step-transfer.ts";
import { type Effort, LINK } from "./effort.ts";
import { readingOf } from "./evidence/message-corpus.ts";
import type { CaseTrace, Tracing } from "./flow/trace-context.ts";
import { isComparable, readExpected } from "./needs/expected-answer.ts";
import type { Need } from "./needs/need.ts";
import { rolesInTurns } from "./roles/roles.ts";

export function* caseTrace(
  graph: EvolutionGraph,
  given: FailedCase,
  effort: Effort,
  judged: Judged | undefined,
): Generator<number, CaseTrace> {
  const failed = { ...given, expected: given.expected.filter(saysSomething) };
  const roles = yield* rolesInTurns(graph, failed);
  effort.spend(LINK * (graph.variables.size + graph.links.size));
  yield effort.sinceLastTurn();
  const reading = readingOf(graph, roles.messages, effort);
  yield effort.sinceLastTurn();
  const queryStems = [...new Set(contentStems(failed.query))];
  const expected = readExpected(failed.expected, new Set(queryStems));
  const texts = memoryTexts(graph, roles, reading, effort);
  yield effort.sinceLastTurn();
  const dated = new Set([...roles.context, ...roles.messages].map((v) => v.id));
  const sentences: CarryParts["sentences"] = (variable) => texts.sentences(variable, effort);
  const parts: CarryParts = {
    ...{ reading, effort, sentences, shown: texts.shown, paraphrase: texts.paraphrase },
    isMemory: roles.isMemory,
    paraphraseOf: (step) => texts.stepParaphrases.of(step, sentences),
    placements: placements(reading, wrongWords(failed)),
    ownDates: (variable) => roles.isMemory(variable) || dated.has(variable.id),
    ...(judged ? { judged } : {}),
  };
  return {
    ...parts,
    ...{ graph, failed, roles, question: { queryStems, expected, reading } },
    isExpectedKnown: isComparable(expected),
    store: storeBefore(graph, roles.askedAt, roles.units),
    restates: lexicalCarry(RESTATING_VIEW, parts),
    transfers: new StepTransfers(graph, parts),
    answered: (variable, need) => judged?.(shownText(variable, parts), need),
    mayBeReworded: (variable) =>
      sentences(variable).some(({ stems }) => stems.some((stem) => isFresh(stem, reading))),
    reword: rewording(parts),
  };
}

/** The case with one way to compare texts. */
export function tracingWith(view: View, known: CaseTrace): Tracing {
  return { ...known, carry: lexicalCarry(view, known), transfer: known.transfers.by(view) };
}

/** Each need reworded once per variable. */
function rewording(parts: CarryParts): CaseTrace["reword"] {
  const known = new Map<Need, Map<string, Need | undefined>>();
  return (need, variable) => {
    const wordings = known.get(need) ?? new Map<string, Need | undefined>();
    known.set(need, wordings);
    if (!wordings.has(variable.id))
      wordings.set(variable.id, reworded(need, shownText(variable, parts), parts.reading));
    return wordings.get(variable.id);
  };
}

/** The given answer's words that neither the question nor the expected answer has. */
function wrongWords({ query, expected, prediction }: FailedCase): ReadonlySet<string> {
  const known = new Set([query, ...expected].flatMap(contentStems));
  return new Set(contentStems(prediction).filter((stem) => !known.has(stem)));
}
