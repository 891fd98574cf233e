/** Reads evaluations of an answer, as instrumentations write them on spans and events. */
import { type Attributes, textOf } from "../encoding/attributes.ts";

export interface Evaluation {
  /** From 0 (wrong) to 1 (right). */
  readonly score: number;
  readonly reason: string | undefined;
}

const RIGHT =
  /^(?:pass|passed|correct|right|true|yes|good|up|thumbs[ _-]?up|positive|liked?|helpful|👍)$/iu;
const WRONG =
  /^(?:fail|failed|incorrect|wrong|false|no|bad|not_correct|down|thumbs[ _-]?down|negative|disliked?|unhelpful|👎)$/iu;
const FEEDBACK =
  "(?:user|human|end[._-]?user)[ ._-]?feedback|feedback|thumbs?(?:[ ._-]?(?:up|down))?";
/**
 * Matches the names of correctness scores and of feedback. Other scores (relevance, recall,
 * toxicity) do not judge the answer.
 */
const OF_ANSWER = new RegExp(
  `(?<!in)correct|(?<!in)accura(?:cy|te)|(?:exact|answer)[ ._-]?match|factuality|^qa$|^memtrace\\b|^(?:${FEEDBACK})$`,
  "i",
);
/** Matches the names of evaluations that judge something other than the answer. */
const OF_OTHER_THINGS = /tool|context|retriev|schema|json|format|syntax|grammar|spell/i;
/** Matches the names of scores in which 1 means wrong, such as "thumbs_down". */
const OF_WRONGNESS = /down$/i;

/** Matches the usual keys of the answer's score: `eval.NAME.score`, `NAME.score` or NAME alone. */
const NAMED = new RegExp(
  `^(?:evals?\\.|evaluations?\\.)?(${FEEDBACK}|(?:answer[._-])?correctness|is[._-]correct)(?:\\.(?:score|value|label))?$`,
  "i",
);
const FIELDS = {
  label: ["label"],
  value: ["score", "value"],
  reason: ["explanation", "comment", "reason"],
};

/**
 * @param own the attributes of the span or event
 * @param inherited attributes that can have the fields of a standard GenAI evaluation. For an
 * event, these are the event's attributes together with the attributes of its span, because some
 * fields can be in the event and others in the span.
 * @param event the name of the event. A name such as `user_feedback` makes the event an evaluation.
 */
export function evaluationsIn(own: Attributes, inherited = own, event = ""): Evaluation[] {
  const standard = standardEvaluation(inherited);
  const prefixes = new Map<string, string>();
  for (const key of own.keys()) {
    const name = NAMED.exec(key)?.[1];
    if (name !== undefined) prefixes.set(key.replace(/\.(?:score|value|label)$/i, ""), name);
  }
  const ofEvent = new RegExp(`^(?:${FEEDBACK})$`, "i").test(event)
    ? [evaluation(event, own, "")]
    : [];
  const named = [...prefixes].map(([prefix, name]) => evaluation(name, own, prefix));
  return [standard, ...ofEvent, ...named].filter((each) => each !== undefined);
}

function standardEvaluation(attributes: Attributes): Evaluation | undefined {
  const name = textOf(attributes, "gen_ai.evaluation.name") ?? "";
  if (!OF_ANSWER.test(name) || OF_OTHER_THINGS.test(name)) return undefined;
  const label = textOf(attributes, "gen_ai.evaluation.score.label") ?? "";
  const value = textOf(attributes, "gen_ai.evaluation.score.value");
  return scored(name, label, value, textOf(attributes, "gen_ai.evaluation.explanation"));
}

function evaluation(name: string, own: Attributes, prefix: string): Evaluation | undefined {
  const keys = (fields: readonly string[]) =>
    fields.map((field) => (prefix === "" ? field : `${prefix}.${field}`));
  const bare = prefix === "" ? undefined : textOf(own, prefix);
  const label = textOf(own, ...keys(FIELDS.label)) ?? bare ?? "";
  const value = textOf(own, ...keys(FIELDS.value)) ?? bare;
  return scored(name, label, value, textOf(own, ...keys(FIELDS.reason)));
}

/**
 * If the label or the value is a word that means right or wrong, this word decides. Otherwise, the
 * value must be a number: from 0 to 1, or -1 for wrong.
 */
function scored(
  name: string,
  label: string,
  value: string | undefined,
  reason: string | undefined,
): Evaluation | undefined {
  const said = [label, value ?? ""].map((text) => text.trim());
  const isWord = said.find((text) => RIGHT.test(text) || WRONG.test(text));
  const number = Number(value ?? Number.NaN);
  if (isWord === undefined && number === -1) return { score: 0, reason };
  const plain = isWord === undefined ? number : RIGHT.test(isWord) ? 1 : 0;
  if (!(plain >= 0 && plain <= 1)) return undefined;
  // A name that ends with “down”, such as `thumbs_down`, asks whether the answer is wrong. So a
  // value of "true" or 1 means a wrong answer, and the score is inverted. A word such as "bad"
  // judges the answer directly, so its score is not inverted.
  const isInverse =
    OF_WRONGNESS.test(name) && (isWord === undefined || /^(?:true|false|yes|no)$/i.test(isWord));
  return { score: isInverse ? 1 - plain : plain, reason };
}
