/**
 * Chooses a group's representative cases: they have a high confidence and differ from each other.
 */
import type { ReportBody } from "../protocol/api/insights/reports.ts";
import type { CaseFacts } from "./case-row.ts";
import { compareKeys } from "./shares.ts";
import { clamp } from "./text.ts";

export interface ReportRow extends CaseFacts, ReportTexts {}

/** The first characters of a case's texts. `QUOTED` defines how many. */
export interface ReportTexts {
  readonly query: string;
  readonly expected: readonly string[];
  readonly prediction: string;
  /** The attribution's reason. Null without an attribution. */
  readonly reason: string | null;
}

type TellingCase = ReportBody["findings"][number]["cases"][number];

const MAX_CASES = 3;

/**
 * Maximum cases to compare by text, because comparing is expensive. The cases with the highest
 * confidence are taken.
 */
const MAX_CANDIDATES = 200;

const MAX_EXPECTED = 5;
const MAX_TEXT_CHARS = 600;
const MAX_REASON_CHARS = 1_200;

/**
 * How much of a case is read: the first expected answers, and the beginning of each text. The
 * beginning has one character more than the report shows. If this character exists, the report must
 * show that it cuts the text.
 */
export const QUOTED = {
  ...{ expected: MAX_EXPECTED, textChars: MAX_TEXT_CHARS + 1, reasonChars: MAX_REASON_CHARS + 1 },
};

/**
 * Chooses first the case with the highest confidence. Each further case should have a high
 * confidence too, but share few words with the chosen cases. If two cases are equally good, the
 * later one is chosen.
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

/** Returns the candidates for representative cases: those with the highest confidence. */
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
 * Jaccard index: the number of words in both sets, divided by the number of words in at least one
 * set.
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
