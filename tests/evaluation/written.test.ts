/** Hand-written cases: their labels are complete, and most verdicts on them are right. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeWritten, scoresOf } from "../../src/evaluation/written/score-written.ts";
import { graphOf, WrittenCase } from "../../src/evaluation/written/written-case.ts";

const FOLDER = join(import.meta.dirname, "written");
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const files = names.map((name) => {
  const cases: unknown[] = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
  return { name, cases: cases.map((each) => WrittenCase.parse(each)) };
});

describe.each(files)("hand-written cases of $name", ({ cases }) => {
  it("A391 each case names only refs and operations that its trace has", () => {
    for (const written of cases) {
      const { variables, operations } = graphOf(written);
      const refs = [written.questionRef, written.answerRef, ...written.evidence];
      const ops = Object.values(written.causes).flat();
      expect([written.id, refs.filter((ref) => !variables.has(ref))]).toEqual([written.id, []]);
      expect([written.id, ops.filter((op) => !operations.has(op))]).toEqual([written.id, []]);
      expect(Object.keys(written.causes)).not.toEqual([]);
    }
  });
});

it("A392 most verdicts are right, and nearly all verdicts with a high confidence", () => {
  const cases = files.flatMap((file) => file.cases);
  const scores = scoresOf(
    cases.flatMap((written) => [judgeWritten(written, "given"), judgeWritten(written, "found")]),
  );
  expect(scores.right / scores.cases).toBeGreaterThanOrEqual(0.7);
  expect(scores.sureRight / scores.sure).toBeGreaterThanOrEqual(0.9);
});
