import { describe, expect, it } from "vitest";
import { scoreAttributions } from "../../src/attribution/cases/accuracy.ts";

describe("accuracy", () => {
  const label = { errorType: "UpdateError", op: "u" } as const;
  const scored = [
    { system: "a", label, attribution: label },
    { system: "a", label, attribution: { errorType: "UpdateError", op: "x" } as const },
    { system: "b", label, attribution: { errorType: "ExtractionError", op: "u" } as const },
    {
      system: "b",
      label: { errorType: "AnnotationError", op: null },
      attribution: { errorType: "AnnotationError", op: null },
    } as const,
  ];

  it("A30 counts error type, operation and both, over all and per system and type", () => {
    const table = scoreAttributions(scored);
    expect(table.all).toEqual({ cases: 4, errorType: 0.75, operation: 0.75, both: 0.5 });
    expect(table.bySystem.get("a")).toEqual({ cases: 2, errorType: 1, operation: 0.5, both: 0.5 });
    expect(table.byType.get("AnnotationError")).toEqual({
      cases: 1,
      errorType: 1,
      operation: 1,
      both: 1,
    });
  });

  it("A30 no cases are no accuracy", () => {
    expect(scoreAttributions([]).all).toEqual({ cases: 0, errorType: 0, operation: 0, both: 0 });
  });
});
