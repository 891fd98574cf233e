/**
 * Selects the cases that the model reads to explain a report. Takes them from the memory systems
 * with the most cases. From each of these systems, takes cases of every kind of error if possible.
 * Among cases of the same kind, those with a higher confidence come first.
 */
import type { AttributedRow } from "../case-row.ts";
import { compareKeys } from "../shares.ts";

export interface SystemCases {
  readonly system: string | null;
  /** Ids of the selected cases, in reading order. */
  readonly cases: readonly string[];
  readonly of: number;
}

const MAX_SYSTEMS = 4;
/**
 * Maximum cases of all memory systems together. With four cases per request, this makes up to 125
 * requests.
 */
const MAX_CASES = 500;

/**
 * Selects the cases. Within a memory system, it first takes one case of each kind of error (error
 * type and operation), then a second case of each kind, and so on. So rare kinds are included too.
 */
export function casesToRead(rows: readonly AttributedRow[]): SystemCases[] {
  const systems = [...Map.groupBy(rows, ({ system }) => system)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareKeys(a, b))
    .slice(0, MAX_SYSTEMS);
  const most = Math.floor(MAX_CASES / Math.max(1, systems.length));
  return systems.map(([system, own]) => ({ system, cases: inTurn(own, most), of: own.length }));
}

function inTurn(rows: readonly AttributedRow[], most: number): string[] {
  const kinds = [...Map.groupBy(rows, (row) => `${row.errorType} ${row.opName}`).values()]
    .map((own) => own.toSorted(surestFirst))
    .sort((a, b) => b.length - a.length);
  const longest = Math.min(most, kinds[0]?.length ?? 0);
  const turns = Array.from({ length: longest }, (_, turn) =>
    kinds.flatMap((own) => own[turn] ?? []),
  );
  return turns
    .flat()
    .slice(0, most)
    .map(({ id }) => id);
}

function surestFirst(a: AttributedRow, b: AttributedRow): number {
  const byConfidence = (b.confidence ?? 0) - (a.confidence ?? 0);
  return byConfidence || b.occurredAt - a.occurredAt || compareKeys(a.id, b.id);
}
