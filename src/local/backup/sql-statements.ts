/**
 * Yields an exported database's statements with their semicolons. A statement can extend over
 * several pieces.
 */
export async function* statementsOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  let at = 0;
  let quote: string | undefined;
  for await (const piece of pieces) {
    text += piece;
    for (; at < text.length; at++) {
      const sign = text[at];
      if (quote !== undefined) {
        // Inside a text, two quotes in a row mean one quote. This code takes the first one as the
        // end of the text and the second one as the start of a new text. That does no harm, because
        // no semicolon can stand between them.
        if (sign === quote) quote = undefined;
      } else if (sign === "'" || sign === '"' || sign === "`") {
        quote = sign;
      } else if (sign === ";" && isWhole(text, at)) {
        yield text.slice(0, at + 1).trim();
        text = text.slice(at + 1);
        at = -1;
      }
    }
  }
  if (text.trim() !== "") throw new Error("The exported SQL ends within a statement.");
}

/** Whether the semicolon at `end` ends the statement. A semicolon in a trigger's body does not. */
function isWhole(text: string, end: number): boolean {
  if (!/^\s*CREATE\s+TRIGGER\b/i.test(text.slice(0, 100))) return true;
  return /\bEND\s*$/i.test(text.slice(Math.max(0, end - 20), end));
}

/** Maximum bytes of a statement, below D1's limit of 100 kB. */
const MOST_STATEMENT_BYTES = 90_000;
/**
 * A long text or blob is divided into chunks, and each chunk gets a statement of its own. This is
 * the maximum number of characters of a chunk. A character needs at most three bytes, so each of
 * these statements is below `MOST_STATEMENT_BYTES`. The number must be even, because a blob has two
 * digits for each byte.
 */
const CHUNK_CHARS = 20_000;

/** Name of the table that contains the chunks of long values during the restore. */
const PARTS = "restore_part";
export const CREATE_PARTS = `CREATE TABLE ${PARTS} (value INTEGER, place INTEGER, part, PRIMARY KEY (value, place));`;
export const DROP_PARTS = `DROP TABLE ${PARTS};`;

/**
 * If a statement is too long for D1, replaces it by several short ones with the same effect. The
 * first ones write long texts and blobs into a table, in chunks. Then follows the given statement,
 * which reads the chunks from the table. The last one empties the table.
 */
export function shortStatements(statement: string): string[] {
  if (Buffer.byteLength(statement) <= MOST_STATEMENT_BYTES) return [statement];
  const chunks: string[] = [];
  let values = 0;
  const short = statement.replaceAll(
    /(?<kind>X?)'(?<content>(?:[^']|'')*)'/g,
    (literal, kind: string, content: string) => {
      if (content.length <= CHUNK_CHARS / 10) return literal;
      const value = values++;
      for (const [place, part] of chunksOf(content).entries()) {
        chunks.push(`INSERT INTO ${PARTS} VALUES (${value},${place},${kind}'${part}');`);
      }
      const type = kind === "" ? "TEXT" : "BLOB";
      return `(SELECT CAST(group_concat(part,'') AS ${type}) FROM (SELECT part FROM ${PARTS} WHERE value=${value} ORDER BY place))`;
    },
  );
  if (Buffer.byteLength(short) > MOST_STATEMENT_BYTES) {
    throw new Error(`A statement stays longer than D1 allows: ${short.slice(0, 80)} …`);
  }
  return [...chunks, short, `DELETE FROM ${PARTS};`];
}

/**
 * @param content a text, or a blob in hexadecimal digits. Each byte of a blob has two digits, which
 * must stay together
 */
function chunksOf(content: string): string[] {
  const chunks: string[] = [];
  let from = 0;
  while (from < content.length) {
    let to = Math.min(content.length, from + CHUNK_CHARS);
    // Do not cut between the two halves of a character (a surrogate pair), or between two quotes
    // that stand for one quote. If necessary, make the chunk shorter. A blob contains neither of
    // them, so its chunks are never made shorter, and each chunk has an even number of digits.
    if (to < content.length) {
      if (isHighSurrogate(content, to - 1)) to--;
      if (quotesBefore(content, from, to) % 2 === 1) to--;
    }
    chunks.push(content.slice(from, to));
    from = to;
  }
  return chunks;
}

function isHighSurrogate(content: string, at: number): boolean {
  const unit = content.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}

/**
 * Counts the quotes directly before `to`. If their number is odd, a cut at `to` would split a
 * doubled quote.
 */
function quotesBefore(content: string, from: number, to: number): number {
  let at = to;
  while (at > from && content[at - 1] === "'") at--;
  return to - at;
}
