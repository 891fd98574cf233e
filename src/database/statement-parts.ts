/**
 * Maximum characters of the rows of one statement, as JSON. The JSON is a bound parameter, and a
 * bound parameter must stay under 2 MB.
 */
const STATEMENT_CHARS = 500_000;

/**
 * Divides rows into parts. Each part fits into one statement as JSON. A row that is too long
 * becomes a part of its own.
 */
export function statementParts<Row>(rows: readonly Row[], maxRows = rows.length): Row[][] {
  const parts: Row[][] = [];
  let part: Row[] = [];
  let chars = 0;
  for (const row of rows) {
    const own = JSON.stringify(row).length;
    if (part.length === 0 || part.length >= maxRows || chars + own > STATEMENT_CHARS) {
      part = [];
      parts.push(part);
      chars = 0;
    }
    part.push(row);
    chars += own;
  }
  return parts;
}
