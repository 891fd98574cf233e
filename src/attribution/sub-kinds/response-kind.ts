import type { Variable } from "../../graph/model.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import { contentStems } from "../../text/words.ts";
import { saysNothing } from "../answers/answers.ts";
import { unitsReturned } from "../claims/claims.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { tellingDetails, wrongPartOf } from "../source/wrong-part.ts";
import { stemsOf } from "./compared-words.ts";

/**
 * Returns what was wrong with the response. A finding without a `need` means that the expected
 * answer is "unknown": no message states an answer.
 */
export function responseKind({ need, op }: LossFinding, tracing: Tracing): SubKind | null {
  const { failed, roles, store, corpus, sentences } = tracing;
  if (op === null) return null;
  if (saysNothing(failed)) return need === undefined ? null : "refused";
  if (isMiscount(tracing)) return "miscounted";
  const wrong = wrongPartOf(failed)?.details.map(({ stem }) => stem) ?? [];
  if (wrong.length > 0 && isMixedUp(wrong, tracing)) return "mixed up";
  // Only names, numbers and quoted words are compared. Another word may be a paraphrase.
  const telling = new Set(tellingDetails(failed.prediction).map(({ stem }) => stem));
  const claimed = new Set(wrong.filter((stem) => telling.has(stem)));
  const isClaimed = (stem: string) => claimed.has(stem);
  const isRecorded =
    roles.messages.some((each) =>
      [...claimed].some((stem) => corpus.message(each).stems.has(stem)),
    ) ||
    [...roles.context, ...store]
      .filter(({ id }) => id !== roles.answer?.id)
      .some((each) => sentences(each).some(({ stems }) => stems.some(isClaimed)));
  if (claimed.size > 0 && !isRecorded) return "made up";
  return need === undefined ? null : "ignored";
}

const IS_NUMBER = /^\d+$/;

/**
 * Whether a number is expected, the given answer has only other numbers, and no text in the context
 * has the expected number.
 */
function isMiscount(tracing: Tracing): boolean {
  const { failed, question, roles } = tracing;
  if (!question.expected.isNumber) return false;
  const numbersOf = (text: string) => contentStems(text).filter((stem) => IS_NUMBER.test(stem));
  const right = new Set(failed.expected.flatMap(numbersOf));
  const given = numbersOf(failed.prediction);
  const isRead = roles.context
    .filter(({ id }) => id !== roles.answer?.id)
    .some((each) => [...stemsOf(each, tracing)].some((stem) => right.has(stem)));
  return right.size > 0 && !isRead && given.length > 0 && given.every((each) => !right.has(each));
}

/**
 * Whether the answering operation mixed something up. This is true if an outdated version of a
 * returned unit has the wrong part of the answer. It is also true if all sentences with the wrong
 * part are about other people than the question.
 */
function isMixedUp(wrong: readonly string[], tracing: Tracing): boolean {
  const { graph, roles, question, corpus, sentences } = tracing;
  const isReplaced = ({ fullName, version }: Variable) =>
    (graph.versionsOf(fullName).at(-1)?.version ?? version) > version;
  const states = (stems: Iterable<string>) => {
    const said = new Set(stems);
    return wrong.every((stem) => said.has(stem));
  };
  const units = [...unitsReturned(tracing)].flatMap((id) => graph.variables.get(id) ?? []);
  if (units.some((unit) => isReplaced(unit) && states(stemsOf(unit, tracing)))) return true;
  const asked = question.queryStems.filter((stem) => corpus.speakers.has(stem));
  const read = roles.context.filter(({ id }) => id !== roles.answer?.id);
  const stating = [...read, ...units].flatMap((each) =>
    sentences(each).filter(({ stems }) => states(stems)),
  );
  const isOfAnother = (named: readonly string[]) =>
    named.length > 0 && named.every((name) => !asked.includes(name));
  return asked.length > 0 && stating.length > 0 && stating.map(corpus.namesIn).every(isOfAnother);
}
