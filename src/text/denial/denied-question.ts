/** Reads a sentence that answers a question with "no", but without this word. */
import { isNegated, saysUnknown } from "../polarity.ts";
import { contentStems } from "../words.ts";
import { leavesOpen } from "./contrast-words.ts";

const CLAUSE_END = /[,.;:!。，、；！\n]/u;

/** Minimum share of the question's words that a clause must repeat. */
const MOST = 0.75;

/** Matches words that turn a negation round ("not only"), and questions. */
const TURNED = /\b(?:only|just|but|once|nur|solo)\b|[?？]/i;

/** Matches words that can limit a negation. Shorter words, such as "yet", do not. */
const LIMITING = /[\p{L}\p{N}'’]{4,}/gu;

/**
 * Whether the text answers the question with "no": "Kim does not own a boat" for "Does Kim own a
 * boat?". A further word can limit the negation ("not on Fridays"), so there must be none. There is
 * no such test for "yes", because "Kim sold her boat" has the same words.
 */
export function deniesQuestion(question: string, text: string): boolean {
  const asked = new Set(contentStems(question));
  if (asked.size < 2 || isNegated(question)) return false;
  if (saysUnknown(text) || leavesOpen(text) || TURNED.test(text)) return false;
  const answering = text.split(CLAUSE_END).filter((clause) => {
    const said = new Set(contentStems(clause));
    return [...asked].filter((stem) => said.has(stem)).length >= MOST * asked.size;
  });
  const isPlain = (clause: string) =>
    (clause.match(LIMITING) ?? []).every(
      (word) => isNegated(word) || contentStems(word).every((stem) => asked.has(stem)),
    );
  return answering.length > 0 && answering.every((clause) => isNegated(clause) && isPlain(clause));
}
