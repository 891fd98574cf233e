/** Accuracy of the flow tracer on generated cases, per kind of case. */
import { attribute } from "../../../src/attribution/attribute.ts";
import type { Attribution } from "../../../src/protocol/api/attribution.ts";
import { SURE } from "../../../src/protocol/thresholds.ts";
import { calibrationOf } from "../../../src/statistics/calibration.ts";
import type { GeneratedCase } from "./cases.ts";

export interface Scored {
  readonly made: Omit<GeneratedCase, "graph">;
  readonly verdict: Attribution;
  readonly rightType: boolean;
  readonly right: boolean;
}

export function scored(made: GeneratedCase): Scored {
  const verdict = attribute(made.graph, made.failed);
  const rightType = verdict.errorType === made.truth.errorType;
  const { graph: _, ...rest } = made;
  return { made: rest, verdict, rightType, right: rightType && verdict.op === made.truth.op };
}

const percent = (part: number, all: number) => Math.round((1000 * part) / Math.max(1, all)) / 10;

export interface Figures {
  readonly cases: number;
  readonly type: number;
  readonly both: number;
  /**
   * Share of the verdicts with high confidence, and the share of these that is right, in percent.
   */
  readonly sure: number;
  readonly sureRight: number;
  /** Expected calibration error, in percentage points. */
  readonly error: number;
}

export function figuresOf(cases: readonly Scored[]): Figures {
  const { sure, error } = calibrationOf(
    cases.flatMap(({ verdict: { confidence }, right }) =>
      confidence === null ? [] : [{ confidence, right }],
    ),
    SURE,
  );
  return {
    cases: cases.length,
    type: percent(cases.filter(({ rightType }) => rightType).length, cases.length),
    both: percent(cases.filter(({ right }) => right).length, cases.length),
    sure: percent(sure.share, 1),
    sureRight: percent(sure.right, 1),
    error: percent(error, 1),
  };
}

export function table(
  title: string,
  cases: readonly Scored[],
  of: (made: Scored["made"]) => string,
): string {
  const lines = [...Map.groupBy(cases, ({ made }) => of(made))].map(([name, group]) =>
    line(name, figuresOf(group)),
  );
  return [`${title.padEnd(26)}   n  type  both  sure right   ece`, ...lines.sort()].join("\n");
}

export function line(name: string, { cases, type, both, sure, sureRight, error }: Figures): string {
  const cell = (value: number) => value.toFixed(1).padStart(6);
  return `${name.padEnd(24)}${String(cases).padStart(6)}${[type, both, sure, sureRight, error].map(cell).join("")}`;
}
