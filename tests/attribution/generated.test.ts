/** Accuracy of the tracer on generated topics, systems and wordings that it was not fitted on. */
import { describe, expect, it } from "vitest";
import { generated } from "./generated/cases.ts";
import { figuresOf, scored } from "./generated/figures.ts";

describe("generated cases", () => {
  it("A71 held out: 90% are right in type and operation, 70% are sure, and 96% of the sure are right", () => {
    const figures = figuresOf([...generated("held-out", 300, 5)].map(scored));
    expect(figures.both).toBeGreaterThanOrEqual(90);
    expect(figures.sure).toBeGreaterThanOrEqual(70);
    expect(figures.sureRight).toBeGreaterThanOrEqual(96);
    expect(figures.error).toBeLessThan(5);
  });

  it("A71 the same seed generates the same cases", () => {
    const labels = () =>
      [...generated("fit", 12, 7)].map(({ failed, truth }) => ({ failed, truth }));
    expect(labels()).toEqual(labels());
  });
});
