import type { Accuracy } from "../../attribution/cases/accuracy.ts";
import { type Interval, wilson } from "../../statistics/wilson.ts";
import type { JudgedFile } from "../judged-case.ts";
import type { Figures } from "./figures.ts";

/** Adds a 95% confidence interval to each share. */
function withIntervals({ cases, undecided, errorType, operation, both }: Accuracy) {
  const entry = (share: number): { share: number } & Interval => ({
    share,
    ...wilson(share * cases, cases),
  });
  return {
    cases,
    undecided,
    errorType: entry(errorType),
    operation: entry(operation),
    both: entry(both),
  };
}

export function resultJson(
  options: Readonly<Record<string, unknown>>,
  figures: Figures,
  files: readonly JudgedFile[],
) {
  const { scores, ...rest } = figures;
  const table = (groups: ReadonlyMap<string, Accuracy>) =>
    Object.fromEntries([...groups].map(([name, accuracy]) => [name, withIntervals(accuracy)]));
  return {
    options,
    figures: {
      ...rest,
      scores: scores && {
        all: withIntervals(scores.accuracy.all),
        bySystem: table(scores.accuracy.bySystem),
        byType: table(scores.accuracy.byType),
        confusion: scores.confusion,
        calibration: scores.calibration,
      },
    },
    refused: files.flatMap(({ file, refused }) => refused.map((why) => ({ file, why }))),
    verdicts: files
      .flatMap((file) => file.cases)
      .map(({ file, system, query, queryId, attribution, milliseconds, cost }) => ({
        ...{ file, system, query, queryId },
        outcome: attribution.outcome,
        errorType: attribution.errorType,
        opId: attribution.op,
        opName: attribution.opName,
        edgeId: attribution.link,
        confidence: attribution.confidence,
        ms: Math.round(milliseconds * 100) / 100,
        reason: attribution.reason,
        tokens: cost.inputTokens + cost.outputTokens,
        money: cost.money,
      })),
  };
}
