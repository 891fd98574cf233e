/**
 * Tests whether the mix of errors of a memory system has really changed. It looks at shares, such
 * as the share of one error type, operation or outcome. For each share, Fisher's exact test
 * compares the latest cases with earlier ones. Among many shares, some probably differ only by
 * chance. So with more comparisons, each comparison is stricter. For all tests since the baseline
 * together, the probability of a false alarm stays below `ERROR_RATE`.
 */

import type { ShiftBody } from "../protocol/api/insights/shifts.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import { fisher } from "../statistics/fisher.ts";
import { FATE_OF_ANSWER } from "./headline.ts";
import { compareKeys } from "./shares.ts";
import { clamp } from "./text.ts";

export interface ShiftRow {
  readonly id: string;
  readonly graph: string;
  /** Null if the verdict is undecided. */
  readonly errorType: ErrorType | null;
  /** Id of the decisive operation. */
  readonly op: string | null;
  readonly opName: string | null;
  readonly createdAt: number;
}

export interface EarlierLooks {
  /** Times of earlier tests, oldest first. A case is new if it was opened after the last test. */
  readonly looks: readonly number[];
  /** Number of tests since the baseline, including this one. */
  readonly count: number;
}

export interface FoundShift {
  readonly body: ShiftBody;
  readonly headline: string;
  /**
   * The time of the shift. It becomes the next baseline, so later tests use only cases opened after
   * it.
   */
  readonly since: number;
  /**
   * Ids of new cases that show the shift, at most `MAX_CASES`. For example, if the share of
   * RetrievalErrors has risen, these are new cases with this error type.
   */
  readonly cases: readonly string[];
}

const ERROR_RATE = 0.05;
/**
 * Minimum number of earlier cases, and of latest cases. With fewer of either, the test compares
 * nothing.
 */
export const MIN_COMPARED_CASES = 20;
/**
 * The test compares the shares of the error types, operations and outcomes. For example, it skips
 * an error type if fewer than this many cases have it, earlier and latest cases together. With so
 * few cases, a change of the share cannot be significant.
 */
const MIN_SHARE_CASES = 5;
/**
 * A window contains the cases opened after an earlier test: one, two or four tests ago. A longer
 * window can detect a slower change.
 */
const WINDOWS = [1, 2, 4];
const MAX_CASES = 200;
const MAX_NAME_CHARS = 80;

type Moved = ShiftBody["moved"][number];

interface Window {
  readonly since: number;
  readonly before: readonly ShiftRow[];
  readonly now: readonly ShiftRow[];
}

export function findShift(
  rows: readonly ShiftRow[],
  { looks, count }: EarlierLooks,
): FoundShift | null {
  const windows = WINDOWS.flatMap((back) => windowSince(rows, looks.at(-back)));
  if (windows.length === 0) return null;
  const compared = windows.map((window) => ({ window, shares: sharesOf(window) }));
  const most = Math.max(...compared.map(({ shares }) => shares.length));
  const level = ERROR_RATE / (count * (count + 1)) / (most * windows.length);
  const found = compared
    .map(({ window, shares }) => ({
      window,
      moved: shares
        .filter(({ p }) => p < level)
        .sort((a, b) => a.p - b.p || compareKeys(a.key, b.key)),
    }))
    .filter(({ moved }) => moved.length > 0)
    .sort((a, b) => (a.moved[0]?.p ?? 1) - (b.moved[0]?.p ?? 1))[0];
  if (found === undefined) return null;
  const { window, moved } = found;
  return {
    body: { before: sideOf(window.before), now: sideOf(window.now), moved, level },
    headline: headlineOf(moved[0], window),
    since: window.since,
    cases: casesBehind(window, moved),
  };
}

/**
 * Whether there are enough cases for a test. A test with too few cases compares nothing, so it is
 * not counted. Each counted test makes the later tests stricter.
 */
export function isCompared(rows: readonly ShiftRow[], looks: EarlierLooks["looks"]): boolean {
  return WINDOWS.some((back) => windowSince(rows, looks.at(-back)).length > 0);
}

function windowSince(rows: readonly ShiftRow[], since: number | undefined): Window[] {
  if (since === undefined) return [];
  const before = onceEach(rows.filter(({ createdAt }) => createdAt <= since));
  const now = onceEach(rows.filter(({ createdAt }) => createdAt > since));
  const isEnough = before.length >= MIN_COMPARED_CASES && now.length >= MIN_COMPARED_CASES;
  return isEnough ? [{ since, before, now }] : [];
}

/**
 * Keeps only one of the cases with the same decisive operation, because one fault caused all of
 * them.
 */
function onceEach(rows: readonly ShiftRow[]): ShiftRow[] {
  const key = ({ id, graph, op }: ShiftRow) => (op === null ? id : JSON.stringify([graph, op]));
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}

type Trait = (row: ShiftRow) => string | null;

const TRAITS: Readonly<Record<Moved["of"], Trait>> = {
  errorType: ({ errorType }) => errorType,
  operation: ({ opName }) => opName,
  outcome: ({ errorType }) => (errorType === null ? "undecided" : null),
};

/**
 * Returns the cases among which the shares are computed. For the shares of outcomes, these are all
 * cases. For the shares of error types and operations, undecided cases are left out, because they
 * have neither.
 */
function wholesOf(of: Moved["of"], { before, now }: Pick<Window, "before" | "now">) {
  if (of === "outcome") return { before, now };
  const isDecided = ({ errorType }: ShiftRow) => errorType !== null;
  return { before: before.filter(isDecided), now: now.filter(isDecided) };
}

function sharesOf(window: Window): Moved[] {
  return (["errorType", "operation", "outcome"] as const).flatMap((of) => {
    const { before, now } = wholesOf(of, window);
    if (before.length < MIN_COMPARED_CASES || now.length < MIN_COMPARED_CASES) return [];
    const [ofBefore, ofNow] = [countsOf(before, TRAITS[of]), countsOf(now, TRAITS[of])];
    return [...new Set([...ofBefore.keys(), ...ofNow.keys()])].flatMap((key): Moved[] => {
      const counts = { before: ofBefore.get(key) ?? 0, now: ofNow.get(key) ?? 0 };
      // Do not test a share with too few cases. Decide this by the sum of the two counts, and not
      // by their difference. A choice by the difference would prefer shares that have changed. The
      // significance level of the tests would then be wrong.
      if (counts.before + counts.now < MIN_SHARE_CASES) return [];
      const p = fisher(counts.now, now.length, counts.before, before.length);
      return [{ of, key, ...counts, p }];
    });
  });
}

function countsOf(rows: readonly ShiftRow[], trait: Trait) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = trait(row);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function casesBehind(window: Window, moved: readonly Moved[]): string[] {
  const rose = moved.filter((one) => {
    const { before, now } = wholesOf(one.of, window);
    return one.now / now.length > one.before / before.length;
  });
  const isBehind = (row: ShiftRow) => rose.some(({ of, key }) => key === TRAITS[of](row));
  return window.now
    .filter(isBehind)
    .slice(0, MAX_CASES)
    .map(({ id }) => id);
}

function sideOf(rows: readonly ShiftRow[]): ShiftBody["now"] {
  const times = rows.map(({ createdAt }) => createdAt);
  const iso = (at: number) => new Date(at).toISOString();
  return {
    from: iso(times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
    to: iso(times.reduce((a, b) => Math.max(a, b), 0)),
    cases: rows.length,
    undecided: rows.filter(({ errorType }) => errorType === null).length,
  };
}

function headlineOf(surest: Moved | undefined, window: Window): string {
  if (surest === undefined) return "";
  const { before, now } = wholesOf(surest.of, window);
  const [then, since] = [surest.before / before.length, surest.now / now.length];
  const verb = since > then ? "rose" : "fell";
  const percent = (share: number) => `${Math.round(100 * share)}%`;
  const cases = surest.of === "outcome" ? "wrong answers" : "attributed wrong answers";
  return `${subjectOf(surest)} ${verb} from ${percent(then)} to ${percent(since)} of the ${cases} (${surest.before} of ${before.length}, then ${surest.now} of ${now.length}).`;
}

function subjectOf({ of, key }: Moved): string {
  switch (of) {
    case "operation":
      return `Errors at ${clamp(key, MAX_NAME_CHARS)}`;
    case "errorType":
      return `Answers ${FATE_OF_ANSWER[key as ErrorType]}`;
    case "outcome":
      return "Undecided verdicts";
  }
}
