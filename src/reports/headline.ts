/**
 * Writes the headline of a report in words. It must not claim more than the counts support: with
 * few cases, for example, it gives no percentage.
 */
import type { ErrorType } from "../protocol/error-types.ts";
import type { Attributed, CaseGroup } from "./case-row.ts";
import { casesIn, isAttributed, isUndecided, isWaiting } from "./case-row.ts";
import { countByType, sharesBy } from "./shares.ts";
import { clamp } from "./text.ts";

/** With fewer cases, a percentage would look too precise. */
const FEWEST_FOR_PERCENT = 20;

const MAX_OPERATION_CHARS = 80;

/** Maximum error types with equal counts in the headline. More would make it too long. */
const MAX_TIED_NAMED = 3;

/** What happened to the answers, as text after "was" or "were". */
export const FATE_OF_ANSWER: Record<ErrorType, string> = {
  ExtractionError: "lost in extraction",
  UpdateError: "lost in an update",
  DeletionError: "lost in a deletion",
  RetrievalError: "lost in retrieval",
  ResponseError: "lost in the response",
  AnnotationError: "due to a wrong annotation",
  JudgeError: "misjudged",
};

/** The end of the headline. It says which cases the headline counts. */
export type HeadlineScope = "in this period" | "that the filters select";

export function headline(
  rows: readonly CaseGroup[],
  scope: HeadlineScope = "in this period",
): string {
  const all = casesIn(rows);
  if (all === 0) return `There were no wrong answers ${scope}.`;
  const attributed = rows.filter(isAttributed);
  const undecided = casesIn(rows.filter(isUndecided));
  const waiting = casesIn(rows.filter(isWaiting));
  const failed = all - casesIn(attributed) - undecided - waiting;
  if (attributed.length + undecided === 0)
    return nothingAttributed({ total: all, waiting, failed }, scope);
  const rest = [
    undecided > 0 && attributed.length > 0
      ? `${undecided} more ${undecided === 1 ? "is" : "are"} undecided`
      : null,
    waiting > 0 ? `${waiting} more ${waiting === 1 ? "waits" : "wait"} for attribution` : null,
    failed > 0 ? `${failed} could not be attributed` : null,
  ].filter((part) => part !== null);
  const lead =
    attributed.length > 0 ? leadSentence(attributed, scope) : nothingDecided(undecided, scope);
  return `${[lead, ...rest].join("; ")}.`;
}

interface Unattributed {
  readonly total: number;
  readonly waiting: number;
  readonly failed: number;
}

function nothingAttributed({ total, waiting, failed }: Unattributed, scope: HeadlineScope): string {
  if (failed === 0) {
    return total === 1
      ? `The only wrong answer ${scope} waits for attribution.`
      : `${every(total)} wrong answers ${scope} wait for attribution.`;
  }
  if (waiting === 0) {
    return total === 1
      ? `The only wrong answer ${scope} could not be attributed.`
      : `None of the ${total} wrong answers ${scope} could be attributed.`;
  }
  const waits = waiting === 1 ? "waits" : "wait";
  return `Of ${total} wrong answers ${scope}, ${waiting} ${waits} for attribution and ${failed} could not be attributed.`;
}

function nothingDecided(undecided: number, scope: HeadlineScope): string {
  return undecided === 1
    ? `The verdict on the only wrong answer ${scope} is undecided`
    : `The verdicts on ${undecided} wrong answers ${scope} are undecided`;
}

function leadSentence(
  attributed: readonly (CaseGroup & Attributed)[],
  scope: HeadlineScope,
): string {
  const total = casesIn(attributed);
  const [leader, ...others] = countByType(attributed);
  if (leader === undefined) return "";
  const answers = `${total} wrong answers ${scope}`;
  const tied = others.filter(({ count }) => count === leader.count);
  if (tied.length > 0) {
    const fates = [leader, ...tied].map(({ key }) => FATE_OF_ANSWER[key]);
    const { count } = leader;
    const verb = count === 1 ? "was" : "were";
    if (fates.length > MAX_TIED_NAMED) {
      return `No kind of error stands out among ${answers}: ${count} each of ${fates.length} kinds`;
    }
    return fates.length === 2
      ? `Of ${answers}, ${count} ${verb} ${fates[0]} and ${count} ${fates[1]}`
      : `No kind of error stands out among ${answers}: ${count} each ${verb} ${inSeries(fates)}`;
  }
  const where = place(attributed.filter((row) => row.errorType === leader.key));
  if (total === 1)
    return `The only wrong answer ${scope} was ${FATE_OF_ANSWER[leader.key]}${where}`;
  if (leader.count === total) {
    return `${every(total)} wrong answers ${scope} were ${FATE_OF_ANSWER[leader.key]}${where}`;
  }
  const verb = leader.count === 1 ? "was" : "were";
  return `${portion(leader.count, total)} of ${answers} ${verb} ${FATE_OF_ANSWER[leader.key]}${where}`;
}

function every(total: number): string {
  return total === 2 ? "Both" : `All ${total}`;
}

/** Never returns 100%, because `count` is always smaller than `total`. */
function portion(count: number, total: number): string {
  if (total < FEWEST_FOR_PERCENT) return String(count);
  return `${Math.min(99, Math.round((100 * count) / total))}%`;
}

/**
 * Returns the part of the headline that names the operation with the most cases. Returns an empty
 * text if there is no such operation, or if several have equally many cases.
 */
function place(rows: readonly CaseGroup[]): string {
  const all = casesIn(rows);
  const [first, second] = sharesBy(rows, (row) => row.opName);
  if (first === undefined || first.key === null || first.count === second?.count) return "";
  const name = clamp(first.key, MAX_OPERATION_CHARS);
  if (first.count < all) {
    return first.count * 2 > all ? `, most at ${name}` : `, more at ${name} than elsewhere`;
  }
  return all > 1 ? `, all at ${name}` : `, at ${name}`;
}

function inSeries(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
