/**
 * Runs the oracle on labelled traces whose model-written texts are reworded. A script answers for
 * the model: it knows the labels and the original text of each rewording. Set TRACEBENCH_DIR to a
 * folder of `<system>/*.json.gz`.
 */
import { describe, expect, it } from "vitest";
import { judgeFile } from "../../src/evaluation/judge-file.ts";
import { figuresOf } from "../../src/evaluation/output/figures.ts";
import { byLabels } from "../../src/evaluation/reader/by-labels.ts";
import { CHANGED_STEP, sampledFiles, TRACES } from "./support/labelled-traces.ts";

const REWORDED = {
  ...{
    evidence: "given" as const,
    withoutExpected: false,
    rename: false,
    reword: 0.45,
    keepAnswer: false,
  },
  ...{ nameless: false, mislabel: false, perturb: 0, seed: 1 },
};

async function figures() {
  const files = [];
  for (const path of sampledFiles(CHANGED_STEP))
    files.push(await judgeFile(path, REWORDED, byLabels("hybrid")));
  const { scores } = figuresOf(files);
  const calls = files
    .flatMap(({ cases }) => cases.map(({ cost }) => cost.calls))
    .sort((a, b) => a - b);
  return { both: scores?.accuracy.all.both ?? 0, median: calls[Math.floor(calls.length / 2)] ?? 0 };
}

describe.skipIf(TRACES === undefined)(
  "reworded traces (skipped if TRACEBENCH_DIR is not set)",
  () => {
    it("O9 with 45% replaced words, 95% are right in type and operation, with five questions in the median", async () => {
      const { both, median } = await figures();
      expect(both).toBeGreaterThanOrEqual(0.95);
      expect(median).toBeLessThanOrEqual(5);
    }, 600_000);
  },
);
