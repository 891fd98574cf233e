/** Reads a sentence that answers a question with "no", but without this word. */
import { isNegated, saysUnknown } from "../polarity.ts";
import { contentStems } from "../words.ts";
import { leavesOpen } from "./contrast-words.ts";

const CLAUSE_END = /[,.;:!?。，、；！？\n]/u;

/** Words that limit a negation or turn it round: "not only", "no doubt", "not without". */
const LIMITED = /\b(?:only|just|doubt|stop|but|once|without|alone|true|nur|solo)\b/i;

/** Minimum share of the question's words that a clause must repeat. */
const MOST = 0.75;

/**
 * Whether the text answers the question with "no": "She does not own a car" for "Does she own a
 * car?". There is no such test for "yes", because "She sold her car" has the same words.
 */
export function deniesQuestion(question: string, text: string): boolean {
  const asked = new Set(contentStems(question));
  if (
    asked.size < 2 ||
    isNegated(question) ||
    saysUnknown(text) ||
    leavesOpen(text) ||
    LIMITED.test(text)
  )
    return false;
  const clauses = text.split(CLAUSE_END).filter((clause) => {
    const said = new Set(contentStems(clause));
    return [...asked].filter((stem) => said.has(stem)).length >= MOST * asked.size;
  });
  return clauses.length > 0 && clauses.every(isNegated);
}
