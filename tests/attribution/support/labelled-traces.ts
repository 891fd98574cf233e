/**
 * Judges labelled traces if they are available. TRACEBENCH_DIR names a folder of
 * `<system>/*.json.gz`.
 */
import { dirname } from "node:path";
import { expect } from "vitest";
import { judgeFile } from "../../../src/evaluation/judge-file.ts";
import type { Attributor, JudgedFile } from "../../../src/evaluation/judged-case.ts";
import { attributorOf } from "../../../src/evaluation/methods.ts";
import { figuresOf } from "../../../src/evaluation/output/figures.ts";
import type { Variation } from "../../../src/evaluation/perturb/variation.ts";
import { graphFiles } from "../../../src/local/graph-files.ts";

export const TRACES = process.env.TRACEBENCH_DIR;

export const PLAIN: Variation = {
  ...{
    evidence: "given",
    withoutExpected: false,
    rename: false,
    mislabel: false,
    reword: 0,
    keepAnswer: false,
  },
  ...{ nameless: false, perturb: 0, seed: 1 },
};

/**
 * `npm run test:traces` judges all files. This takes several minutes, so `npm test` judges a
 * sample.
 */
const ALL = process.env.TRACEBENCH_SAMPLE === "all";
const SAMPLE_STEP = ALL ? 1 : 5;
/** Changed traces are judged several times, so `npm test` judges fewer of them. */
export const CHANGED_STEP = ALL ? 1 : 10;
/** Index from which the sample is taken; it gives cases of every error type. */
const FIRST_SAMPLED = 3;

/** Lists every n-th file of each system. */
export const sampledFiles = (step = SAMPLE_STEP): string[] =>
  [...Map.groupBy(graphFiles([TRACES ?? "."]), dirname).values()].flatMap((ofSystem) =>
    ofSystem.filter((_, index) => index % step === FIRST_SAMPLED % step),
  );

/** How far a sample of 40 to 80 cases may fall below the bounds for all cases. */
const MISS = ALL
  ? { both: 0, error: 0, sureRight: 0, sure: 0 }
  : { both: 0.04, error: 0.04, sureRight: 0.05, sure: 0.05 };

export async function flowTracer(): Promise<Attributor> {
  const made = await attributorOf({ method: "flow" });
  if ("missing" in made) throw new Error(made.missing);
  return made.attributor;
}

export async function judged(
  change: Partial<Variation>,
  paths: readonly string[] = sampledFiles(CHANGED_STEP),
): Promise<JudgedFile[]> {
  const attributor = await flowTracer();
  const files = [];
  for (const path of paths) files.push(await judgeFile(path, { ...PLAIN, ...change }, attributor));
  return files;
}

/** Bounds for all files. */
export interface Bounds {
  /** Share of the cases whose error type and operation are both right. */
  readonly both: number;
  /** Expected calibration error. */
  readonly error: number;
  /** Share of the high-confidence verdicts that are right. */
  readonly sureRight: number;
}

export function expectShares(files: readonly JudgedFile[], bounds: Bounds): void {
  const { scores } = figuresOf(files);
  if (scores === null) throw new Error("no case has a label");
  const { accuracy, calibration } = scores;
  expect(accuracy.all.both).toBeGreaterThanOrEqual(bounds.both - MISS.both);
  expect(calibration.error).toBeLessThan(bounds.error + MISS.error);
  expect(calibration.sure.right).toBeGreaterThanOrEqual(bounds.sureRight - MISS.sureRight);
  expect(calibration.sure.share).toBeGreaterThanOrEqual(0.7 - MISS.sure);
}
