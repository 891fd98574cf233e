import fc from "fast-check";
import { ERROR_TYPES } from "../../../src/protocol/error-types.ts";
import { buildOverview } from "../../../src/reports/overview.ts";
import type { ReportRow } from "../../../src/reports/representative-cases.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The day is a Monday. */
export const MONDAY = Date.UTC(2026, 0, 5);
export const WEEK = { from: MONDAY, to: MONDAY + 7 * DAY };

const NOTHING = { value: null, low: 0, high: 1 };
/** The overview of a project whose memory was not counted yet. */
export const OVERVIEW = buildOverview({
  totals: { graphs: 2, sessions: 3, operations: 40, systems: [{ key: "mem0", graphs: 2 }] },
  ...{ wrong: 0, right: 0 },
  health: {
    ...{ graphs: 0, losses: [], shares: [] },
    survival: { ...{ facts: 0, stored: 0, kept: 0, lost: 0 }, share: NOTHING },
  },
});

const DEFAULT_ROW: ReportRow = {
  id: "case",
  count: 1,
  occurredAt: MONDAY + HOUR,
  system: "mem0",
  sessionCategory: "search",
  state: "done",
  outcome: "attributed",
  errorType: "RetrievalError",
  subKind: "ranked out",
  opName: "search",
  confidence: 0.8,
  agrees: null,
  query: "Where are the flowers?",
  expected: ["in the vase"],
  prediction: "unknown",
  reason: "The retrieved list does not hold the vase.",
};

export function caseRow(fields: Partial<ReportRow> = {}): ReportRow {
  return { ...DEFAULT_ROW, ...fields };
}

export function caseRows(count: number, fields: Partial<ReportRow> = {}): ReportRow[] {
  return Array.from({ length: count }, (_, i) =>
    caseRow({ id: `${fields.errorType ?? "case"}-${fields.opName ?? ""}-${i}`, ...fields }),
  );
}

const NOTHING_NAMED = { errorType: null, subKind: null, opName: null, confidence: null };
const UNATTRIBUTED = { ...NOTHING_NAMED, outcome: null, reason: null };
const UNDECIDED = { ...NOTHING_NAMED, outcome: "undecided" } as const;

export function undecided(count = 1): ReportRow[] {
  return caseRows(count, UNDECIDED);
}

export function unattributed(state: "queued" | "running" | "failed", count = 1): ReportRow[] {
  return caseRows(count, { state, ...UNATTRIBUTED });
}

const name = fc.option(fc.constantFrom("search", "update", "extract", "__proto__"));

/** Rows within and around `WEEK`, in every state, with distinct ids. */
export const anyRows = fc
  .array(
    fc.record({
      occurredAt: fc.integer({ min: WEEK.from - DAY, max: WEEK.to + DAY }),
      system: fc.option(fc.constantFrom("mem0", "zep", "constructor")),
      sessionCategory: fc.option(fc.constantFrom("search", "chat")),
      verdict: fc.option(
        fc.oneof(
          fc.constant(UNDECIDED),
          fc.record({
            outcome: fc.constant("attributed" as const),
            errorType: fc.constantFrom(...ERROR_TYPES),
            opName: name,
            confidence: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
        ),
      ),
      open: fc.constantFrom("queued", "running", "failed"),
      agrees: fc.option(fc.boolean()),
      query: fc.string(),
    }),
    { maxLength: 60 },
  )
  .map((drawn) =>
    drawn.map(({ verdict, open, ...fields }, i): ReportRow => {
      const outcome = verdict ?? UNATTRIBUTED;
      const state = verdict === null ? open : "done";
      return caseRow({ ...fields, ...outcome, id: `case-${i}`, state });
    }),
  );

/** The same rows in two different orders. */
export const shuffledRows = anyRows.chain((rows) =>
  fc
    .shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })
    .map((shuffled) => ({ rows, shuffled })),
);
