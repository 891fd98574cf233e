/**
 * Splits the SQL of an exported database into its statements, each with its semicolon. The SQL
 * arrives in pieces, and a statement can be in several of them.
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
        // Inside a text, two quotes in a row stand for one quote. Here the first one ends the text
        // and the second one starts a new text, but the statements that are found are the same.
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

/**
 * True if the semicolon at `end` ends the statement. A trigger contains other statements, and a
 * semicolon after one of these does not end the trigger.
 */
function isWhole(text: string, end: number): boolean {
  if (!/^\s*CREATE\s+TRIGGER\b/i.test(text.slice(0, 100))) return true;
  return /\bEND\s*$/i.test(text.slice(Math.max(0, end - 20), end));
}

/** A statement has at most this many bytes. D1 refuses statements above 100 kB. */
const MOST_STATEMENT_BYTES = 90_000;
/**
 * A chunk has at most this many characters. A character has at most three bytes, so a statement
 * with one chunk is shorter than `MOST_STATEMENT_BYTES`. The number must be even, because two
 * characters stand for one byte of a blob.
 */
const CHUNK_CHARS = 20_000;

/** During a restore, this table contains the chunks of long values. */
const PARTS = "restore_part";
export const CREATE_PARTS = `CREATE TABLE ${PARTS} (value INTEGER, place INTEGER, part, PRIMARY KEY (value, place));`;
export const DROP_PARTS = `DROP TABLE ${PARTS};`;

/**
 * If a statement is too long for D1, replaces it by several short ones with the same effect. The
 * first ones write long texts and blobs into a table, in chunks. The statement itself then reads
 * them from there.
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
 * @param content a text, or a blob in hexadecimal digits. A blob must be cut after an even number
 * of digits, because each byte has two
 */
function chunksOf(content: string): string[] {
  const chunks: string[] = [];
  let from = 0;
  while (from < content.length) {
    let to = Math.min(content.length, from + CHUNK_CHARS);
    // Do not cut between the two halves of a character (a surrogate pair), or between two quotes
    // that stand for one. A blob has neither, so it is never cut at an odd number of digits.
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
 * Counts the quotes directly before `to`. If their number is odd, a cut here would be between two
 * quotes that stand for one.
 */
function quotesBefore(content: string, from: number, to: number): number {
  let at = to;
  while (at > from && content[at - 1] === "'") at--;
  return to - at;
}
