/** Splits SQL into statements, and long statements into short ones. */

/**
 * The statements of an exported database, each with its semicolon. A statement may be spread over
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
        // A doubled quote ends the literal and begins it again at once, which changes nothing here.
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

/** The body of a trigger has semicolons of its own. */
function isWhole(text: string, end: number): boolean {
  if (!/^\s*CREATE\s+TRIGGER\b/i.test(text.slice(0, 100))) return true;
  return /\bEND\s*$/i.test(text.slice(Math.max(0, end - 20), end));
}

/** D1 refuses statements above 100 kB. This leaves room for the rest of a statement. */
const MOST_STATEMENT_BYTES = 90_000;
/** Up to three bytes each. A chunk of a blob has two digits per byte. */
const CHUNK_CHARS = 20_000;

/** Holds the chunks of long values while they are restored. */
const PARTS = "restore_part";
export const CREATE_PARTS = `CREATE TABLE ${PARTS} (value INTEGER, place INTEGER, part, PRIMARY KEY (value, place));`;
export const DROP_PARTS = `DROP TABLE ${PARTS};`;

/**
 * Statements with the same effect, all short. A long literal is first inserted in chunks, and then read
 * from there.
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

/** An even number of characters each, because a byte of a blob has two digits. */
function chunksOf(content: string): string[] {
  const chunks: string[] = [];
  let from = 0;
  while (from < content.length) {
    let to = Math.min(content.length, from + CHUNK_CHARS);
    // Only texts have quotes and surrogates, and texts may be cut at any other place.
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

/** The quotes that end here: an odd number means that the cut would halve a doubled quote. */
function quotesBefore(content: string, from: number, to: number): number {
  let at = to;
  while (at > from && content[at - 1] === "'") at--;
  return to - at;
}
