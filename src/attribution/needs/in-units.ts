/** Writes the durations of an expected answer in the words of a message. */
import { equalDuration, exactDurations } from "../../text/durations.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import type { AnswerPart } from "./expected-answer.ts";

/**
 * Returns the part with its durations in the words of the message. For example, the message can say
 * "an hour and a half" where the part says "90 minutes".
 */
export function inUnitsOf(sentences: readonly Sentence[], part: AnswerPart): AnswerPart {
  const { lengths = [] } = part;
  let { stems } = part;
  for (const length of lengths) {
    const said = sentences
      .flatMap(({ text }) => exactDurations(text))
      .find(({ days }) => equalDuration(days, length.days));
    const range = sentences.find((sentence) =>
      sentence.lengths().some((each) => equalDuration(each, length.days)),
    );
    const named = said === undefined ? figuresOf(range, length.days) : contentStems(said.text);
    if (named.length === 0) continue;
    const others = stems.filter((stem) => !length.stems.includes(stem));
    stems = [...new Set([...others, ...named])];
  }
  return { ...part, stems };
}

/**
 * Looks in the sentence for two successive figures that begin and end a range of this length, such
 * as "4" and "22" in "from 4 to 22 August". Two successive clock times always count. Returns these
 * figures. If there are none, returns all figures of the sentence.
 * @param days length of the range
 */
function figuresOf(range: Sentence | undefined, days: number): readonly string[] {
  const all = range?.stems.filter((stem) => /^\d/.test(stem)) ?? [];
  const isPair = (at: number) => {
    const [one = "", other = ""] = [all[at], all[at + 1]];
    if (one.includes(":") && other.includes(":")) return true;
    const length = Number(other) - Number(one);
    return equalDuration(length, days) || equalDuration(length + 1, days);
  };
  const paired = all.filter((_, at) => isPair(at - 1) || isPair(at));
  return paired.length > 0 ? paired : all;
}
