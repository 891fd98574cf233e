import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { ALL_SUB_KINDS, type ErrorType, SUB_KINDS } from "../../src/protocol/error-types.ts";
import { failed as anyCase, graph as anyGraph } from "./support/arbitrary-graph.ts";
import { FAILURES } from "./support/failed-operations.ts";

const kindsOf = (type: ErrorType): readonly (string | null)[] => [null, ...SUB_KINDS[type]];

describe("how an operation failed", () => {
  it.each(FAILURES)("A130 $errorType, $subKind: $name", ({ errorType, subKind, make }) => {
    const { trace, failed } = make();
    expect(attribute(trace.build(), failed)).toMatchObject({ errorType, subKind });
  });

  it("A130 the generated graphs show each sub-kind of the list", () => {
    const shown = new Set(FAILURES.flatMap(({ subKind }) => subKind ?? []));
    expect([...shown].toSorted()).toEqual([...ALL_SUB_KINDS].toSorted());
  });

  it("A131 each sub-kind belongs to an error type, and an undecided verdict has none", () => {
    expect(new Set(ALL_SUB_KINDS).size).toBe(ALL_SUB_KINDS.length);
    fc.assert(
      fc.property(anyGraph, anyCase, (built, { pick, ...given }) => {
        const ids = [...built.variables.keys()];
        const named = { ...given, queryId: ids[pick] ?? "q", predictionId: ids[pick + 1] ?? "p" };
        for (const each of [given, named]) {
          const { errorType, subKind } = attribute(built, each);
          expect(errorType === null ? [null] : kindsOf(errorType)).toContain(subKind);
        }
      }),
      { numRuns: 200 },
    );
  });
});
