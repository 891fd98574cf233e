import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headline } from "../../src/reports/headline.ts";
import {
  anyRows,
  caseRow,
  caseRows,
  shuffledRows,
  unattributed,
  undecided,
} from "./support/case-rows.ts";

const retrieval = (count: number, opName: string | null = "search_vector_store") =>
  caseRows(count, { errorType: "RetrievalError", opName });
const update = (count: number) => caseRows(count, { errorType: "UpdateError", opName: "update" });
const extraction = (count: number) =>
  caseRows(count, { errorType: "ExtractionError", opName: "extract" });
const judge = (count: number) => caseRows(count, { errorType: "JudgeError", opName: null });

describe("the headline", () => {
  test.each([
    ["There were no wrong answers in this period.", []],
    [
      "The only wrong answer in this period was lost in retrieval, at search_vector_store.",
      retrieval(1),
    ],
    ["The only wrong answer in this period was misjudged.", judge(1)],
    [
      "2 of 3 wrong answers in this period were lost in retrieval, all at search_vector_store.",
      [...retrieval(2), ...update(1)],
    ],
    ["All 4 wrong answers in this period were lost in an update, all at update.", update(4)],
    [
      "Of 5 wrong answers in this period, 2 were lost in an update and 2 lost in retrieval.",
      [...retrieval(2), ...update(2), ...judge(1)],
    ],
    [
      "Of 2 wrong answers in this period, 1 was lost in an update and 1 lost in retrieval.",
      [...retrieval(1), ...update(1)],
    ],
    [
      "No kind of error stands out among 6 wrong answers in this period: 2 each were lost in extraction, lost in an update and lost in retrieval.",
      [...retrieval(2), ...update(2), ...extraction(2)],
    ],
    [
      "No kind of error stands out among 5 wrong answers in this period: 1 each of 5 kinds.",
      [
        ...retrieval(1),
        ...update(1),
        ...extraction(1),
        ...judge(1),
        ...caseRows(1, { errorType: "ResponseError" }),
      ],
    ],
    [
      "4 of 5 wrong answers in this period were lost in retrieval, most at search_vector_store.",
      [...retrieval(3), ...retrieval(1, "rerank"), ...update(1)],
    ],
    [
      "4 of 5 wrong answers in this period were lost in retrieval, more at search_vector_store than elsewhere.",
      [...retrieval(2), ...retrieval(1, "rerank"), ...retrieval(1, "recall"), ...update(1)],
    ],
    [
      "Both wrong answers in this period were lost in retrieval.",
      [...retrieval(1), ...retrieval(1, "rerank")],
    ],
  ])("R5 %s", (sentence, rows) => {
    expect(headline(rows)).toBe(sentence);
  });

  test.each([
    ["The only wrong answer in this period waits for attribution.", unattributed("queued")],
    ["All 3 wrong answers in this period wait for attribution.", unattributed("running", 3)],
    ["The only wrong answer in this period could not be attributed.", unattributed("failed")],
    ["None of the 3 wrong answers in this period could be attributed.", unattributed("failed", 3)],
    [
      "Of 3 wrong answers in this period, 1 waits for attribution and 2 could not be attributed.",
      [...unattributed("queued"), ...unattributed("failed", 2)],
    ],
    [
      "Both wrong answers in this period were lost in an update, all at update; 1 more waits for attribution; 2 could not be attributed.",
      [...update(2), ...unattributed("queued"), ...unattributed("failed", 2)],
    ],
  ])("R5 %s", (sentence, rows) => {
    expect(headline(rows)).toBe(sentence);
  });

  test.each([
    ["The verdict on the only wrong answer in this period is undecided.", undecided(1)],
    [
      "The verdicts on 2 wrong answers in this period are undecided; 1 more waits for attribution.",
      [...undecided(2), ...unattributed("queued")],
    ],
    [
      "The only wrong answer in this period was misjudged; 2 more are undecided.",
      [...judge(1), ...undecided(2)],
    ],
  ])("R12 the headline counts undecided cases separately: %s", (sentence, rows) => {
    expect(headline(rows)).toBe(sentence);
  });

  test("R6 the headline gives a percentage from twenty attributed cases on", () => {
    expect(headline([...retrieval(12), ...update(7)])).toMatch(/^12 of 19 wrong answers/);
    expect(headline([...retrieval(12), ...update(8), ...unattributed("queued", 5)])).toBe(
      "60% of 20 wrong answers in this period were lost in retrieval, all at search_vector_store; 5 more wait for attribution.",
    );
  });

  test("R6 the headline never says 100% about a part of the cases", () => {
    expect(headline([...retrieval(999), ...update(1)])).toMatch(/^99% of 1000 wrong answers/);
  });

  test("R5 the headline is one line with a full stop, whatever the order and the names", () => {
    fc.assert(
      fc.property(shuffledRows, ({ rows, shuffled }) => {
        const sentence = headline(rows);
        expect(headline(shuffled)).toBe(sentence);
        expect(sentence).toMatch(/^[^\n]+[^.]\.$/);
        expect(sentence).not.toMatch(/undefined|null|NaN/);
      }),
    );
  });

  test("R5 a hostile operation name is shortened and stays on the line", () => {
    const opName = `drop\ntable\u0000 ${"x".repeat(10_000)}`;
    expect(headline([caseRow({ opName })]).length).toBeLessThan(200);
    expect(headline([caseRow({ opName })])).not.toContain("\n");
  });

  test("R5 the headline's counts match the rows", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const decided = rows.filter((row) => row.state === "done" && row.errorType !== null).length;
        const named = headline(rows).match(/(\d+) wrong answers in this period were/)?.[1];
        if (named !== undefined) expect(Number(named)).toBe(decided);
      }),
    );
  });
});

test("R98 the headline of filtered cases says so, and claims nothing about the period", () => {
  const said = [
    [],
    caseRows(1),
    caseRows(30),
    [...caseRows(2), ...caseRows(2, { errorType: "UpdateError" })],
    undecided(2),
    unattributed("queued", 2),
    unattributed("failed", 2),
    [...unattributed("queued"), ...unattributed("failed")],
  ].map((rows) => headline(rows, "that the filters select"));
  for (const sentence of said) {
    expect(sentence).toContain("that the filters select");
    expect(sentence).not.toContain("period");
  }
});
