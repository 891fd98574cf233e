import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReportBody } from "../../src/protocol/api/insights/reports.ts";
import { buildReport } from "../../src/reports/report.ts";
import {
  caseRow,
  caseRows,
  DAY,
  OVERVIEW,
  shuffledRows,
  unattributed,
  WEEK,
} from "./support/case-rows.ts";

const WEEK_BEFORE = { from: WEEK.from - 7 * DAY, to: WEEK.from };
const before = { occurredAt: WEEK_BEFORE.from };

describe("diagnostic report", () => {
  test("R1 the report of an empty period says that it is empty", () => {
    expect(buildReport([], WEEK, null, OVERVIEW)).toEqual({
      headline: "There were no wrong answers in this period.",
      overview: OVERVIEW,
      cases: 0,
      attributed: 0,
      undecided: 0,
      byType: [],
      byOperation: [],
      bySystem: [],
      findings: [],
      changes: null,
      conclusions: [],
    });
  });

  test("R7 findings are grouped by error type and operation, most frequent first", () => {
    const rows = [
      ...caseRows(1, { opName: "rerank" }),
      ...caseRows(3, { opName: "search", errorType: "RetrievalError" }),
      ...caseRows(2, { opName: "search", errorType: "ResponseError" }),
      ...caseRows(1, { opName: null, errorType: "AnnotationError" }),
      ...unattributed("queued", 5),
    ];
    const { findings } = buildReport(rows, WEEK, null, OVERVIEW);
    expect(findings.map(({ errorType, opName, count }) => [errorType, opName, count])).toEqual([
      ["RetrievalError", "search", 3],
      ["ResponseError", "search", 2],
      ["RetrievalError", "rerank", 1],
      ["AnnotationError", null, 1],
    ]);
    expect(findings[0]?.title).toBe("search did not retrieve what was needed");
    expect(findings[0]?.text).toBe(
      "The memory held the information, but it was not among what was retrieved. 3 of 7 attributed cases (43%), mean confidence 0.80.",
    );
    expect(findings[3]?.title).toBe("The question met a wrong annotation");
  });

  test("R7 a finding names the memory system if there are several", () => {
    const text = (...systems: (string | null)[]) =>
      buildReport(
        [
          ...systems.map((system, i) => caseRow({ id: `s${i}`, system })),
          caseRow({ id: "other", system: "other", errorType: "UpdateError" }),
        ],
        WEEK,
        null,
        OVERVIEW,
      ).findings[0]?.text;
    expect(text("mem0", "mem0")).toMatch(/ Only in mem0\.$/);
    expect(text("mem0", "zep", "zep")).toMatch(/ Most often in zep \(2 of 3\)\.$/);
    expect(text("mem0", "zep", "zep", "mem0")).toMatch(/0\.80\.$/);
    expect(text(null, null)).toMatch(/0\.80\.$/);
  });

  test("R7 a report has at most eight findings, the largest ones", () => {
    const rows = Array.from({ length: 12 }, (_, i) => caseRows(i + 1, { opName: `op${i}` })).flat();
    const { findings } = buildReport(rows, WEEK, null, OVERVIEW);
    expect(findings.map(({ count }) => count)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  });

  test("R8 a finding shows the case with the highest confidence first, then different cases", () => {
    const flowers = { query: "Where are the sunflowers?", prediction: "I do not know" };
    const rows = [
      caseRow({ id: "surest", confidence: 0.99, ...flowers }),
      caseRow({ id: "same", confidence: 0.98, ...flowers }),
      caseRow({ id: "other", confidence: 0.9, query: "Who wrote it?", prediction: "Anna" }),
      caseRow({ id: "third", confidence: 0.8, query: "How many cats live there", prediction: "2" }),
      caseRow({ id: "unsure", confidence: 0.1, query: "Any pets now", prediction: "yes" }),
    ];
    const [finding] = buildReport(rows, WEEK, null, OVERVIEW).findings;
    expect(finding?.cases.map(({ id }) => id)).toEqual(["surest", "other", "third"]);
  });

  test("R8 a finding shows equal cases if it has no others, the latest first", () => {
    const rows = [0, 1, 2, 3].map((i) =>
      caseRow({ id: `case-${i}`, occurredAt: WEEK.from + i, query: "same", prediction: "same" }),
    );
    const [finding] = buildReport(rows, WEEK, null, OVERVIEW).findings;
    expect(finding?.cases.map(({ id }) => id)).toEqual(["case-3", "case-2", "case-1"]);
  });

  test("R9 the changes give the counts of both periods, largest change first", () => {
    const now = [
      ...caseRows(5, { opName: "search" }),
      ...caseRows(1, { opName: "update", errorType: "UpdateError" }),
    ];
    const previous = [
      ...caseRows(4, { ...before, opName: "search" }),
      ...caseRows(3, { ...before, opName: "extract", errorType: "ExtractionError" }),
      ...unattributed("queued").map((row) => ({ ...row, ...before })),
      ...caseRows(9, { occurredAt: WEEK.from }),
    ];
    const period = { rows: previous, period: WEEK_BEFORE, report: "rep_1" };
    const { changes } = buildReport(now, WEEK, period, OVERVIEW);
    expect(changes).toEqual({
      since: new Date(WEEK_BEFORE.from).toISOString(),
      previousReport: "rep_1",
      cases: { before: 8, now: 6 },
      undecided: { before: 0, now: 0 },
      byType: [
        { key: "ExtractionError", before: 3, now: 0 },
        { key: "RetrievalError", before: 4, now: 5 },
        { key: "UpdateError", before: 0, now: 1 },
      ],
      byOperation: [
        { key: "extract", before: 3, now: 0 },
        { key: "search", before: 4, now: 5 },
        { key: "update", before: 0, now: 1 },
      ],
    });
  });

  test("R2 the report has the declared shape and does not depend on the order of rows", () => {
    fc.assert(
      fc.property(shuffledRows, ({ rows, shuffled }) => {
        const previous = { rows, period: WEEK_BEFORE, report: null };
        const report = buildReport(rows, WEEK, previous, OVERVIEW);
        const other = buildReport(shuffled, WEEK, { ...previous, rows: shuffled }, OVERVIEW);
        expect(JSON.stringify(other)).toBe(JSON.stringify(report));
        expect(ReportBody.safeParse(report).error).toBeUndefined();
        const found = report.findings.reduce((sum, { count }) => sum + count, 0);
        expect(found).toBeLessThanOrEqual(report.attributed);
        const ids = new Set(rows.map(({ id }) => id));
        for (const { cases } of report.conclusions) {
          expect(cases.length).toBeGreaterThan(0);
          expect(cases.every((id) => ids.has(id))).toBe(true);
        }
      }),
    );
  });

  test("R94 the report ends with conclusions about its largest groups and what to do, citing cases", () => {
    const rows = [
      ...caseRows(3, { opName: "search", subKind: "cut off" }),
      ...caseRows(1, { opName: "extract", errorType: "ExtractionError", subKind: "time lost" }),
      caseRow({ id: "sure", opName: "search", subKind: "query missed", confidence: 0.99 }),
    ];
    const [first, second] = buildReport(rows, WEEK, null, OVERVIEW).conclusions;
    expect(first).toMatchObject({
      ...{ title: "search did not retrieve what was needed", count: 4 },
      action: expect.stringContaining("Return more units"),
      meaning: expect.stringContaining("3 of 4 are of the kind “cut off”"),
      cases: ["case-search-0", "case-search-1", "case-search-2", "sure"],
    });
    expect(first?.meaning).toContain("4 of 5 attributed cases");
    expect(second?.action).toContain("write days instead of words");
  });

  test("R10 the longest texts are cut, and the report stays small", () => {
    const long = "🌻 word ".repeat(4_000);
    const texts = { query: long, prediction: long, reason: long, expected: Array(50).fill(long) };
    const rows = Array.from({ length: 10 }, (_, i) =>
      caseRows(4, { ...texts, opName: `${i}${"x".repeat(500)}` }),
    ).flat();
    const report = buildReport(rows, WEEK, null, OVERVIEW);
    expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(200_000);
    const quoted = report.findings[0]?.cases[0];
    expect(quoted?.query).toHaveLength(600);
    expect(quoted?.query).toMatch(/^🌻 word 🌻.*…$/);
    expect(quoted?.expected).toHaveLength(5);
  });

  test("R10 white space is collapsed, so a quote is one line", () => {
    const [finding] = buildReport(
      [caseRow({ prediction: " a\n\n\tb " })],
      WEEK,
      null,
      OVERVIEW,
    ).findings;
    expect(finding?.cases[0]?.prediction).toBe("a b");
  });
});
