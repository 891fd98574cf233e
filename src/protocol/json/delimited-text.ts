/** Reads CSV by RFC 4180, with either line ending. */

export interface DelimitedRow {
  /** Line of the row's first character, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Matches one field. A quoted field can contain commas, line breaks and doubled quotes. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Reads at most `atMost` rows, without empty lines. Stops at a line with an unclosed quote, or with
 * text after a closing quote. `brokenAt` is the number of this line.
 */
export function readDelimited(
  text: string,
  atMost: number,
): { rows: DelimitedRow[]; brokenAt: number | undefined } {
  const rows: DelimitedRow[] = [];
  let line = 1;
  let start = line;
  let fields: string[] = [];
  FIELD.lastIndex = 0;
  while (rows.length < atMost && (FIELD.lastIndex < text.length || fields.length > 0)) {
    const match = FIELD.exec(text);
    if (match === null) return { rows, brokenAt: line };
    const [whole, quoted, plain = "", end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += linesIn(whole);
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") rows.push({ line: start, fields });
    fields = [];
    start = line;
    if (end === "") break;
  }
  return { rows, brokenAt: undefined };
}

function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
