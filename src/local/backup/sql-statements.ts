/** Splits SQL into statements, and long statements into short ones. */

/**
 * Yields the statements of an exported database, each with its semicolon. A statement may be spread
 * over several pieces.
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
        // A doubled quote inside a literal ends the literal and begins another literal at once, so
        // it needs no special case.
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

/** Whether the statement ends here. The body of a trigger contains semicolons. */
function isWhole(text: string, end: number): boolean {
  if (!/^\s*CREATE\s+TRIGGER\b/i.test(text.slice(0, 100))) return true;
  return /\bEND\s*$/i.test(text.slice(Math.max(0, end - 20), end));
}

/**
 * Maximum bytes of a statement. D1 refuses statements above 100 kB; the difference leaves room for
 * the rest of a statement.
 */
const MOST_STATEMENT_BYTES = 90_000;
/**
 * Maximum characters of a chunk. A character has up to three bytes; a byte of a blob takes two
 * characters.
 */
const CHUNK_CHARS = 20_000;

/** A table that contains the chunks of long values during the restore. */
const PARTS = "restore_part";
export const CREATE_PARTS = `CREATE TABLE ${PARTS} (value INTEGER, place INTEGER, part, PRIMARY KEY (value, place));`;
export const DROP_PARTS = `DROP TABLE ${PARTS};`;

/**
 * Splits a statement into short statements that together have the same effect. A long literal is
 * first inserted in chunks into a table, and then read from that table.
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

/** Each chunk of a blob has an even number of characters, because a byte has two digits. */
function chunksOf(content: string): string[] {
  const chunks: string[] = [];
  let from = 0;
  while (from < content.length) {
    let to = Math.min(content.length, from + CHUNK_CHARS);
    // Do not cut a pair of surrogates or a doubled quote. Only texts contain these, so chunks of
    // blobs stay even.
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
 * Counts the quotes directly before `to`. If their number is odd, a cut at `to` would halve a
 * doubled quote.
 */
function quotesBefore(content: string, from: number, to: number): number {
  let at = to;
  while (at > from && content[at - 1] === "'") at--;
  return to - at;
}
