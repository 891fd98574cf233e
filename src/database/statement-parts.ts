/**
 * Maximum number of characters of a statement's rows as JSON. The JSON is one bound parameter,
 * which D1 limits to 2 MB.
 */
const STATEMENT_CHARS = 500_000;

/**
 * Divides rows so that each part, as JSON, fits into one statement. A row above the limit is a part
 * of its own.
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
