/** Labelled traces, where they are at hand: set TRACEBENCH_DIR to a folder of `<system>/*.json.gz`. */
import { describe, expect, it } from "vitest";
import { judgeFile } from "../../src/evaluation/judge-file.ts";
import { attributorOf } from "../../src/evaluation/methods.ts";
import { figuresOf } from "../../src/evaluation/output/figures.ts";
import type { Variation } from "../../src/evaluation/perturb/variation.ts";
import { graphFiles } from "../../src/local/graph-files.ts";

const root = process.env.TRACEBENCH_DIR;
const PLAIN: Variation = {
  evidence: "given",
  rename: false,
  mislabel: false,
  reword: 0,
  keepAnswer: false,
  nameless: false,
  perturb: 0,
  seed: 1,
};

async function figures(change: Partial<Variation>, paths: readonly string[]) {
  const flow = await attributorOf({ method: "flow" });
  if ("missing" in flow) throw new Error(flow.missing);
  const files = [];
  for (const path of paths) {
    files.push(await judgeFile(path, { ...PLAIN, ...change }, flow.attributor));
  }
  return figuresOf(files);
}

async function accuracy(change: Partial<Variation>, paths: readonly string[]) {
  const { scores } = await figures(change, paths);
  if (scores === null) throw new Error("no case has a label");
  return scores;
}

/** How far the shares of a third of the files can be from those of all files. */
const SAMPLING_MARGIN = 0.02;

/** Title, change, least share, and the step through the files: `npm run eval` judges them all. */
const LEAST: readonly [string, Partial<Variation>, number, number][] = [
  ["evidence given", {}, 0.97, 1],
  ["evidence searched for", { evidence: "found" }, 0.91, 1],
  ["every name, category and class renamed", { rename: true }, 0.96, 3],
  ["every step called something else", { mislabel: true }, 0.96, 3],
  ["a fifth of the words replaced", { reword: 0.2 }, 0.9, 3],
  ["45% of the words replaced, but not the answer's", { reword: 0.45, keepAnswer: true }, 0.92, 3],
];

const everyNth = (step: number): string[] =>
  graphFiles([root ?? "."]).filter((_, index) => index % step === 0);

describe.skipIf(root === undefined)("labelled traces (skipped: TRACEBENCH_DIR is not set)", () => {
  it.each(LEAST)(
    "A31 %s: both are right in at least the share stated",
    async (_, change, least, step) => {
      const { accuracy: table, calibration } = await accuracy(change, everyNth(step));
      const margin = step === 1 ? 0 : SAMPLING_MARGIN;
      expect(table.all.both).toBeGreaterThanOrEqual(least - margin);
      expect(calibration.error).toBeLessThan(0.06 + margin);
      expect(calibration.sure.right).toBeGreaterThanOrEqual(0.97 - margin);
      expect(calibration.sure.share).toBeGreaterThanOrEqual(0.7);
    },
    300_000,
  );

  it("A80 without an unrelated message 99 of 100 verdicts stay", async () => {
    const { steadiness } = await figures({ perturb: 3 }, everyNth(9));
    expect(steadiness?.verdicts).toBeGreaterThan(0);
    expect(steadiness?.changed).toBeLessThan(0.01);
    expect(steadiness?.moved).toBeLessThan(0.01);
  }, 60_000);
});
