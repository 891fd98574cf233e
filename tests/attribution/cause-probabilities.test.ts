import fc from "fast-check";
import { expect, test } from "vitest";
import { withProbabilities } from "../../src/attribution/confidence/cause-probabilities.ts";
import type { AttributedVerdict } from "../../src/protocol/api/attribution.ts";
import { ERROR_TYPES } from "../../src/protocol/error-types.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const suspects = fc.array(fc.record({ errorType: fc.constantFrom(...ERROR_TYPES), rate: share }), {
  maxLength: 6,
});

function verdict(
  confidence: number,
  rates: readonly { errorType: AttributedVerdict["errorType"]; rate: number }[],
): AttributedVerdict {
  return {
    ...{ outcome: "attributed", errorType: "UpdateError", subKind: null, op: "update" },
    ...{
      opName: "update",
      link: null,
      confidence,
      lost: [],
      chain: [],
      reason: "",
      method: "flow",
      details: [],
    },
    ...{ evidence: [], evidenceFound: false, notes: [] },
    suspects: rates.map(({ errorType, rate }, index) => ({
      ...{ op: `op${index}`, opName: "step", errorType, link: null, confidence: rate, whyNot: "" },
    })),
  };
}

test("A89 the probabilities of the causes sum to one: the verdict first, then the suspects in order", () => {
  fc.assert(
    fc.property(share, suspects, (confidence, rates) => {
      const shown = withProbabilities(verdict(confidence, rates));
      if (shown.outcome === "undecided") throw new Error("the verdict is decided");
      const { probabilities = [] } = shown;
      const sum = probabilities.reduce((all, { probability }) => all + probability, 0);
      expect(sum).toBeCloseTo(1, 2);
      expect(probabilities.every(({ probability }) => probability >= 0)).toBe(true);
      expect(probabilities[0]).toMatchObject({ errorType: "UpdateError", op: "update" });
      expect(probabilities.at(-1)).toMatchObject({ errorType: null, op: null });
      expect(probabilities.slice(1, -1).map(({ op, probability }) => [op, probability])).toEqual(
        shown.suspects.map(({ op, confidence: each }) => [op, each]),
      );
      const named = shown.suspects.reduce((all, suspect) => all + suspect.confidence, 0);
      expect(named).toBeLessThanOrEqual(1 - confidence + 0.005);
    }),
  );
});

test("A89 suspects share the remaining probability by how often suspects of their kind are right", () => {
  const shown = withProbabilities(
    verdict(0.4, [
      { errorType: "RetrievalError", rate: 0.15 },
      { errorType: "ExtractionError", rate: 0.5 },
    ]),
  );
  expect(shown.suspects.map(({ errorType, confidence }) => [errorType, confidence])).toEqual([
    ["ExtractionError", 0.3],
    ["RetrievalError", 0.09],
  ]);
});
