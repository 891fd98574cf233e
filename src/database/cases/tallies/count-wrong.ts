import { count } from "drizzle-orm";
import type { CaseSelection } from "../../../protocol/api/insights/case-selection.ts";
import type { Database } from "../../database.ts";
import { failedCase } from "../../schema/project.ts";
import { matching } from "../case-filter.ts";
import { parseKind, passes } from "./kinds.ts";
import { readTallies } from "./read-tallies.ts";
import { periodOf, selectionIn } from "./tallied-spans.ts";

/**
 * Counts a period's cases from tallies. The counts are added up here and not in SQL, because D1
 * would bill each count in a tally as a row.
 * @param filter a filter for which `isCarried` is true
 */
export async function countWrongCases(
  database: Database,
  project: string,
  filter: CaseSelection,
): Promise<number> {
  const { kinds, tallies, spans } = await readTallies(database, project, periodOf(filter), true);
  const counted = new Set(
    kinds.flatMap(({ id, kind: text }) => {
      const kind = parseKind(text);
      return kind[0] === "wrong" && passes(kind, filter) ? [String(id)] : [];
    }),
  );
  let cases = 0;
  for (const { counts } of tallies)
    for (const id in counts) if (counted.has(id)) cases += counts[id] ?? 0;
  const inRows = spans.map((span) =>
    database
      .select({ cases: count() })
      .from(failedCase)
      .where(matching(project, selectionIn(filter, span))),
  );
  const [first, ...others] = inRows;
  if (first === undefined) return cases;
  const found = await database.batch([first, ...others]);
  return found.flat().reduce((sum, row) => sum + row.cases, cases);
}
