/** Finds verdicts on a date that the memory names without its year, beside dates of other years. */
import type { Variable } from "../../graph/model.ts";
import { type Days, monthAt, sameTime } from "../../text/calendar.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isDateWithoutYear } from "../../text/time-mention.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { About } from "../flow/trace-context.ts";
import type { VerdictDoubt } from "./retrieval-doubt.ts";

/** Maximum confidence if the year of the detail is only assumed. */
const MOST_IF_OTHER_YEAR = 0.7;

/**
 * Returns a doubt if the texts that state the needed day name no year for it, while the dates in
 * their neighbouring sentences are of other years. The reader of such a text may take one of these
 * years. Years that the evidence names too do not count.
 */
export function otherYearDoubts(
  { need, errorType, inStore }: LossFinding,
  about: About,
): VerdictDoubt[] {
  const days = need?.days;
  if (need === undefined || days === undefined) return [];
  if (errorType !== "RetrievalError" && errorType !== "ResponseError") return [];
  const { graph, roles, sentences, corpus } = about;
  const stored = inStore.flatMap((id) => graph.variables.get(id) ?? []);
  const texts: readonly Variable[] = errorType === "RetrievalError" ? stored : roles.context;
  const told = about.evidence.flatMap((message) => yearsIn(corpus.message(message).sentences));
  const known = [monthAt(days.first).year, ...told];
  const beside = texts
    .map((text) => yearsBeside(sentences(text), days, need.day))
    .filter((years) => years !== undefined);
  const isDoubted = (years: readonly number[]) =>
    years.length > 0 && !years.some((year) => known.includes(year));
  if (beside.length === 0 || !beside.every(isDoubted)) return [];
  const note =
    "The memory names the day without its year, beside dates of other years. If it means one of these years, an earlier step lost the right day.";
  return [{ factor: 1, most: MOST_IF_OTHER_YEAR, note }];
}

/**
 * Returns the years that the text names in sentences beside the needed day. Returns undefined if the
 * text does not name this day without a year.
 */
function yearsBeside(
  sentences: readonly Sentence[],
  days: Days,
  day: number | undefined,
): number[] | undefined {
  const isDay = (sentence: Sentence) =>
    sentence.times().some((time) => {
      const meant = time.relative && isDateWithoutYear(time) ? time.resolve(day) : undefined;
      return meant !== undefined && sameTime(meant, days);
    });
  const near = sentences.flatMap((sentence, at) =>
    isDay(sentence) ? sentences.slice(Math.max(0, at - 1), at + 2) : [],
  );
  if (near.length === 0) return undefined;
  return yearsIn(near);
}

function yearsIn(sentences: readonly Sentence[]): number[] {
  return sentences.flatMap((sentence) =>
    sentence.times().flatMap(({ relative, resolve }) => {
      const dated = relative ? undefined : resolve(undefined);
      return dated === undefined ? [] : [monthAt(dated.first).year];
    }),
  );
}
