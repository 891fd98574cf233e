/**
 * Packs on their way to the database and back. D1 takes and gives a blob as a JSON list of numbers,
 * nearly four characters a byte, which both sides write, parse and check number by number; as
 * hexadecimal text it is one string of two. The longest text that D1 takes is no longer than its
 * longest blob, so a blob of more than half of that still goes as it is.
 */
import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import { pack } from "../schema/project.ts";

const MOST_HEX_BYTES = 900_000;

/** What is written into `pack.body`. */
export function written(body: Uint8Array): SQL | Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes.length > MOST_HEX_BYTES ? bytes : sql`unhex(${bytes.toString("hex")})`;
}

/** `pack.body` as a column of a query. */
export const packBody =
  sql<Buffer>`iif(length(${pack.body}) > ${sql.raw(String(MOST_HEX_BYTES))}, ${pack.body}, hex(${pack.body}))`.mapWith(
    (body: string | readonly number[]) =>
      typeof body === "string" ? Buffer.from(body, "hex") : Buffer.from(body),
  );
