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

  it("A30 accuracy gives the share with the right type, operation and both, per system and per type", () => {
    const table = scoreAttributions(scored);
    expect(table.all).toEqual({
      cases: 4,
      undecided: 0,
      errorType: 0.75,
      operation: 0.75,
      both: 0.5,
    });
    expect(table.bySystem.get("a")).toEqual({
      cases: 2,
      undecided: 0,
      errorType: 1,
      operation: 0.5,
      both: 0.5,
    });
    expect(table.byType.get("AnnotationError")).toEqual({
      cases: 1,
      undecided: 0,
      errorType: 1,
      operation: 1,
      both: 1,
    });
  });

  it("A30 an undecided case counts as wrong in type and in operation", () => {
    const undecided = { errorType: null, op: null } as const;
    const one = { system: "a", label: { errorType: "AnnotationError", op: null } } as const;
    expect(scoreAttributions([{ ...one, attribution: undecided }]).all).toEqual({
      ...{ cases: 1, undecided: 1, errorType: 0, operation: 0, both: 0 },
    });
  });

  it("A30 without cases there is no accuracy", () => {
    expect(scoreAttributions([]).all).toEqual({
      cases: 0,
      undecided: 0,
      errorType: 0,
      operation: 0,
      both: 0,
    });
  });
});
