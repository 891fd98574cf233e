/**
 * Chooses a group's most representative cases: they have a high confidence, and differ from each
 * other.
 */
import type { ReportBody } from "../protocol/api/insights/reports.ts";
import type { CaseFacts } from "./case-row.ts";
import { compareKeys } from "./shares.ts";
import { clamp } from "./text.ts";

/** A case with the texts that a report quotes. */
export interface ReportRow extends CaseFacts, ReportTexts {}

/** The first characters of a case's texts. `QUOTED` defines how many. */
export interface ReportTexts {
  readonly query: string;
  readonly expected: readonly string[];
  readonly prediction: string;
  /** The reason in the attribution; null if the case has no attribution yet. */
  readonly reason: string | null;
}

type TellingCase = ReportBody["findings"][number]["cases"][number];

const MAX_CASES = 3;

/**
 * Maximum number of cases whose texts are compared, because comparing is expensive. The cases with
 * the highest confidence are taken.
 */
const MAX_CANDIDATES = 200;

const MAX_EXPECTED = 5;
const MAX_TEXT_CHARS = 600;
const MAX_REASON_CHARS = 1_200;

/**
 * Lengths of the texts to load for a report. Each limit in characters is one above the length that
 * the report shows. So a loaded text that is too long is recognised and cut.
 */
export const QUOTED = {
  ...{ expected: MAX_EXPECTED, textChars: MAX_TEXT_CHARS + 1, reasonChars: MAX_REASON_CHARS + 1 },
};

/**
 * Chooses the case with the highest confidence. Then chooses cases with a high confidence and few
 * words in common with the chosen cases. If several cases are equally good, chooses the latest.
 * Cuts long texts and adds an ellipsis.
 */
export function representativeCases(rows: readonly ReportRow[]): TellingCase[] {
  let candidates = surestOf(rows).map((row) => ({ row, words: wordsOf(row), similarity: 0 }));
  const chosen: ReportRow[] = [];
  while (chosen.length < MAX_CASES) {
    const [first, ...others] = candidates;
    if (first === undefined) break;
    const worth = ({ row, similarity }: typeof first) => (row.confidence ?? 0) * (1 - similarity);
    const best = others.reduce((a, b) => (worth(b) > worth(a) ? b : a), first);
    chosen.push(best.row);
    candidates = candidates
      .filter((candidate) => candidate !== best)
      .map((candidate) => ({
        ...candidate,
        similarity: Math.max(candidate.similarity, overlap(candidate.words, best.words)),
      }));
  }
  return chosen.map(quoteCase);
}

/**
 * Returns the cases with the highest confidence, from which the representative cases are chosen.
 */
export function surestOf<Row extends CaseFacts>(rows: readonly Row[]): Row[] {
  return rows.toSorted(surestFirst).slice(0, MAX_CANDIDATES);
}

function surestFirst(a: CaseFacts, b: CaseFacts): number {
  const byConfidence = (b.confidence ?? 0) - (a.confidence ?? 0);
  return byConfidence || b.occurredAt - a.occurredAt || compareKeys(a.id, b.id);
}

function wordsOf(row: ReportRow): ReadonlySet<string> {
  const text = `${row.query.slice(0, MAX_TEXT_CHARS)} ${row.prediction.slice(0, MAX_TEXT_CHARS)}`;
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/**
 * Returns the Jaccard index: the number of words that are in both sets, divided by the number of
 * words that are in at least one of the sets.
 */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

function quoteCase(row: ReportRow): TellingCase {
  return {
    id: row.id,
    query: clamp(row.query, MAX_TEXT_CHARS),
    expected: row.expected.slice(0, MAX_EXPECTED).map((answer) => clamp(answer, MAX_TEXT_CHARS)),
    prediction: clamp(row.prediction, MAX_TEXT_CHARS),
    reason: clamp(row.reason ?? "", MAX_REASON_CHARS),
    confidence: row.confidence ?? 0,
  };
}
