/** Events that are unrelated to a case must not change its verdict. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { generated } from "./generated/cases.ts";
import { CHANGES } from "./generated/unrelated.ts";

const CASES = [...generated("held-out", 70, 31), ...generated("fit", 50, 37)].map((made) => ({
  made,
  before: attribute(made.graph, made.failed),
}));
const TOLERANCE = 0.1;

describe("unrelated changes", () => {
  it.each(Object.entries(CHANGES))(
    "A80 %s: the verdict keeps its type, operation and confidence",
    (name, change) => {
      const flips: string[] = [];
      for (const [index, { made, before }] of CASES.entries()) {
        const after = attribute(buildGraph("trace", change(made, index)), made.failed);
        const op = name === "renumbered" ? after.op?.replace(/-x$/, "") : after.op;
        const isSame = before.errorType === after.errorType && before.op === (op ?? null);
        const moved = Math.abs((before.confidence ?? 0) - (after.confidence ?? 0));
        if (!isSame || moved > TOLERANCE)
          flips.push(
            `${index} ${made.system} ${made.fault} ${made.labelled}: ${before.errorType} ${before.op} ${before.confidence} -> ${after.errorType} ${op} ${after.confidence} (${made.truth.errorType} ${made.truth.op})`,
          );
      }
      expect(flips).toEqual([]);
    },
  );
});
