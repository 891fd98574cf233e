/** Computes the figures of an evaluation: accuracy, calibration, evidence search, time and cost. */
import { type AccuracyTable, scoreAttributions } from "../../attribution/cases/accuracy.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { SURE } from "../../protocol/thresholds.ts";
import { type Calibration, calibrationOf } from "../../statistics/calibration.ts";
import { isNamed, type Truth } from "../annotation.ts";
import type { JudgedCase, JudgedFile } from "../judged-case.ts";

export interface Figures {
  readonly files: number;
  readonly cases: number;
  readonly labelled: number;
  readonly refused: number;
  /** Null if no case has a label. */
  readonly scores: Scores | null;
  readonly recall: readonly Recall[];
  /** Null if no case was attributed a second time, after a message was removed from its trace. */
  readonly steadiness: Steadiness | null;
  readonly milliseconds: { readonly median: number; readonly p95: number };
  readonly readMilliseconds: { readonly median: number; readonly p95: number };
  readonly cost: Readonly<Record<"calls" | "inputTokens" | "outputTokens" | "money", number>>;
}

export interface Scores {
  readonly accuracy: AccuracyTable;
  /** Labelled type → predicted type → number of cases. Undecided cases are not counted. */
  readonly confusion: Readonly<Record<ErrorType, Readonly<Record<ErrorType, number>>>>;
  /** Covers only verdicts that name an error type. An undecided verdict has no confidence. */
  readonly calibration: Calibration;
}

/** How stable verdicts are when the trace loses a message that no case needs. */
interface Steadiness {
  readonly verdicts: number;
  /**
   * A new verdict is the verdict after a message that no case needs was removed from the trace.
   * `changed` is the share of new verdicts that name another error type or operation than the
   * original verdict.
   */
  readonly changed: number;
  /**
   * Share of new verdicts whose confidence differs from the original confidence by more than 0.1.
   * Only new verdicts with the original error type and operation count.
   */
  readonly moved: number;
}

/**
 * Of the evidence messages that a person labelled, the share that is among the first `k` search
 * results.
 */
interface Recall {
  readonly k: number;
  /**
   * `micro` counts the evidence messages of all cases together, so a case with many messages has
   * more weight. `macro` is the mean of the shares of the single cases, so each case has equal
   * weight.
   */
  readonly micro: number;
  readonly macro: number;
}

export function figuresOf(files: readonly JudgedFile[]): Figures {
  const cases = files.flatMap((file) => file.cases);
  const labelled = cases.flatMap((judged) =>
    judged.truth ? [{ judged, truth: judged.truth }] : [],
  );
  const mean = (value: (judged: JudgedCase) => number) =>
    cases.reduce((sum, judged) => sum + value(judged), 0) / Math.max(1, cases.length);
  return {
    files: files.length,
    cases: cases.length,
    labelled: labelled.length,
    refused: files.reduce((sum, file) => sum + file.refused.length, 0),
    scores: labelled.length === 0 ? null : scoresOf(labelled),
    recall: recallOf(cases),
    steadiness: steadinessOf(cases),
    milliseconds: spread(cases.map((judged) => judged.milliseconds)),
    readMilliseconds: spread(files.map((file) => file.readMilliseconds)),
    cost: {
      calls: mean((judged) => judged.cost.calls),
      inputTokens: mean((judged) => judged.cost.inputTokens),
      outputTokens: mean((judged) => judged.cost.outputTokens),
      money: mean((judged) => judged.cost.money),
    },
  };
}

interface Labelled {
  readonly judged: JudgedCase;
  readonly truth: Truth;
}

function scoresOf(labelled: readonly Labelled[]): Scores {
  const none = () => Object.fromEntries(ERROR_TYPES.map((type) => [type, 0]));
  const confusion = Object.fromEntries(ERROR_TYPES.map((type) => [type, none()]));
  for (const { judged, truth } of labelled) {
    const row = confusion[truth.errorType];
    const named = judged.attribution.errorType;
    if (row && named !== null) row[named] = (row[named] ?? 0) + 1;
  }
  return {
    accuracy: scoreAttributions(
      labelled.map(({ judged: { system, attribution }, truth }) => ({
        system,
        label: truth,
        also: truth.also,
        attribution,
      })),
    ),
    confusion: confusion as Scores["confusion"],
    calibration: calibrationOf(
      labelled.flatMap(({ judged }) => {
        const { confidence } = judged.attribution;
        return confidence === null ? [] : [{ confidence, right: isRight(judged) }];
      }),
      SURE,
    ),
  };
}

/** Whether the verdict names the labelled cause, or another cause that counts as right. */
export function isRight({ attribution, truth }: JudgedCase): boolean {
  return truth !== undefined && isNamed(truth, attribution);
}

/** Above this difference, a confidence counts as changed. */
const MOVED = 0.1;

function steadinessOf(cases: readonly JudgedCase[]): Steadiness | null {
  const pairs = cases.flatMap(({ attribution, perturbed }) =>
    perturbed.map((again) => ({ before: attribution, again })),
  );
  if (pairs.length === 0) return null;
  const same = pairs.filter(
    ({ before, again }) => before.errorType === again.errorType && before.op === again.op,
  );
  const moved = same.filter(
    ({ before, again }) => Math.abs((before.confidence ?? 0) - (again.confidence ?? 0)) > MOVED,
  );
  return {
    verdicts: pairs.length,
    changed: 1 - same.length / pairs.length,
    moved: moved.length / Math.max(1, same.length),
  };
}

const DEPTHS = [1, 2, 4, 8, 16];

function recallOf(cases: readonly JudgedCase[]): Recall[] {
  const ranked = cases.map((judged) => judged.evidenceRanks).filter((ranks) => ranks.length > 0);
  if (ranked.length === 0) return [];
  const total = ranked.reduce((sum, ranks) => sum + ranks.length, 0);
  return DEPTHS.map((k) => {
    const found = ranked.map((ranks) => ranks.filter((rank) => rank <= k).length);
    return {
      k,
      micro: found.reduce((sum, n) => sum + n, 0) / total,
      macro:
        found.reduce((sum, n, index) => sum + n / (ranked[index]?.length ?? 1), 0) / ranked.length,
    };
  });
}

function spread(values: readonly number[]): { median: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
