import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { Attribution } from "../../src/protocol/api/attribution.ts";
import { failed, graph } from "./support/arbitrary-graph.ts";

describe("any graph", () => {
  it("A19 the tracer never throws and its verdict is always valid, whatever the graph and the case", () => {
    fc.assert(
      fc.property(graph, failed, (built, { pick, ...given }) => {
        const ids = [...built.variables.keys()];
        const withIds = {
          ...given,
          queryId: ids[pick] ?? "nowhere",
          predictionId: ids[pick + 1] ?? "nowhere",
        };
        for (const each of [given, withIds, ...discoverCases(built)]) {
          const result = attribute(built, each);
          expect(Attribution.parse(result)).toEqual(result);
          if (result.op !== null) expect(built.operations.has(result.op)).toBe(true);
          const chain = result.outcome === "attributed" ? result.chain : [];
          for (const step of chain) expect(built.variables.has(step.variable)).toBe(true);
          expect(chain.filter((step) => step.decisive).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});
