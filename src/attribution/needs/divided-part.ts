import type { Variable } from "../../graph/model.ts";
import { wordsOf } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { RARE_WORD } from "../thresholds.ts";
import { type AnswerPart, coverage } from "./expected-answer.ts";

/**
 * Divides an item of the answer if only several messages together state it. The messages are read
 * in the order of `ranked`. Each later message gives one piece: the rare words of the item that are
 * in this message and in no message before it. The remaining words of the item are the first piece.
 * The item stays whole if the first message has none of its words, or if no later message adds a
 * word.
 * @param ranked evidence messages; the first states most of the item
 */
export function piecesOf(
  part: AnswerPart,
  ranked: readonly Variable[],
  corpus: MessageCorpus,
): AnswerPart[] {
  const statedBy = (message: Variable, stems: readonly string[]) =>
    stems.filter((stem) => coverage([stem], corpus.message(message).stems, () => 1) > 0);
  const [best, ...others] = ranked;
  if (best === undefined) return [part];
  const stated = new Set(statedBy(best, part.stems));
  if (stated.size === 0) return [part];
  const further: string[][] = [];
  for (const message of others) {
    const open = part.stems.filter((stem) => !stated.has(stem) && corpus.rarity(stem) >= RARE_WORD);
    if (open.length === 0) break;
    const added = statedBy(message, open);
    if (added.length > 0) further.push(added);
    for (const stem of added) stated.add(stem);
  }
  if (further.length === 0) return [part];
  const taken = new Set(further.flat());
  const first = part.stems.filter((stem) => !taken.has(stem));
  return [first, ...further].map((stems) => pieceWith(stems, part));
}

function pieceWith(stems: readonly string[], { text }: AnswerPart): AnswerPart {
  const own = new Set(stems);
  const words = wordsOf(text).filter(({ stem }) => own.has(stem));
  return { text: words.length === 0 ? text : words.map((word) => word.text).join(" "), stems };
}
