/** What the given answer tells of a verdict: whether it may be right, and where its words came from. */

import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { framingOf } from "../roles/answer-boilerplate.ts";

interface GivenAnswer {
  /** Its words that neither the question nor the usual framing brings. */
  readonly own: readonly string[];
  /** Its times, as written in lower case. */
  readonly times: readonly string[];
  readonly saysNothing: boolean;
  /** How far its words that nobody said could stand for those of the expected answer that it lacks. */
  readonly mayBeRight: number;
}

export function givenAnswerOf({ graph, failed, roles, reading }: About): GivenAnswer {
  const asked = new Set(contentStems(failed.query));
  const framing = framingOf(graph, roles);
  const text = withoutQuestion(failed.prediction, failed.query);
  const given = new Set(contentStems(text));
  const own = [...given].filter(
    (stem) => !asked.has(stem) && !framing.has(stem) && !reading.speakers.has(stem),
  );
  const saysNothing = isNegated(failed.prediction);
  const expected = [...new Set(contentStems(failed.expected.join(" ")))];
  const lacking = expected.filter((stem) => !given.has(stem)).length;
  const overlap = expected.length === 0 ? 0 : 1 - lacking / expected.length;
  const fresh = own.filter((stem) => !/\d/.test(stem) && !reading.isSpoken(stem)).length;
  const alike = Math.max(overlap, expected.length === 1 ? ONE_WORD : 0);
  return {
    own,
    saysNothing,
    times: timeMentions(text).map((mention) => mention.text.toLowerCase()),
    mayBeRight: saysNothing ? 0 : alike * Math.min(1, fresh / Math.max(1, lacking)),
  };
}

/** An expected answer of one word, put in another, has nothing in common with it. */
const ONE_WORD = 0.5;

/** Share of the answer's own words among the given ones. */
export function quotedShare({ own, saysNothing }: GivenAnswer, stems: ReadonlySet<string>): number {
  if (saysNothing || own.length === 0) return 0;
  return own.filter((stem) => stems.has(stem)).length / own.length;
}

/** A sentence with fewer of the answer's words does not give it. */
const GIVES = 0.5;

/**
 * How nearly a sentence makes the needed statement with the given answer in the detail's place: then
 * the answer was read where it was asked for, and what was read was wrong.
 */
export function saidInstead(
  answer: GivenAnswer,
  need: Need,
  sentences: readonly Sentence[],
): number {
  if (answer.saysNothing) return 0;
  const core = new Set(need.core.map(({ stem }) => stem));
  const total = need.around.reduce((sum, { weight }) => sum + weight, 0);
  let most = 0;
  for (const sentence of sentences) {
    const said = new Set(sentence.stems);
    if (sentence.stems.some((stem) => core.has(stem))) continue;
    const lower = sentence.text.toLowerCase();
    const isTimed = need.days !== undefined && answer.times.some((time) => lower.includes(time));
    const gives = isTimed ? 1 : quotedShare(answer, said);
    if (gives < GIVES) continue;
    const around = need.around.reduce(
      (sum, { stem, weight }) => sum + (said.has(stem) ? weight : 0),
      0,
    );
    most = Math.max(most, (gives * around) / Math.max(1, total));
  }
  return most;
}
