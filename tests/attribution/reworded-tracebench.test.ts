/**
 * Reworded labelled traces. They have their own file so that they run in parallel with the original
 * traces.
 */
import { describe, it } from "vitest";
import type { Variation } from "../../src/evaluation/perturb/variation.ts";
import { type Bounds, expectShares, judged, TRACES } from "./support/labelled-traces.ts";

const REWORDED: readonly [string, Partial<Variation>, Bounds][] = [
  [
    "a fifth of the words replaced",
    { reword: 0.2 },
    // If the judge was wrong, the answer was right. The rewording can remove a word of this answer,
    // and the label JudgeError is then wrong.
    { both: 0.895, error: 0.05, sureRight: 0.95 },
  ],
  [
    "45% of the words replaced, but not the answer's",
    { reword: 0.45, keepAnswer: true },
    { both: 0.91, error: 0.05, sureRight: 0.95 },
  ],
];

describe.skipIf(TRACES === undefined)(
  "labelled traces (skipped if TRACEBENCH_DIR is not set)",
  () => {
    it.each(REWORDED)(
      "A31 %s: type and operation are both right in at least the stated share",
      async (_, change, bounds) => expectShares(await judged(change), bounds),
    );
  },
);
