/**
 * Converts packs for transfer to and from the database. D1 transfers a blob as a JSON list of
 * numbers. The list takes nearly four characters per byte, and both sides process the numbers one
 * by one. Hexadecimal text is one string with two characters per byte. But D1's size limit is the
 * same for texts and blobs. So a blob larger than half of the limit is sent as a list.
 */
import { Buffer } from "node:buffer";
import { type Column, type SQL, sql } from "drizzle-orm";
import { pack } from "../schema/project.ts";

const MOST_HEX_BYTES = 900_000;

/** Returns the value to write into `pack.body`. */
export function written(body: Uint8Array): SQL | Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes.length > MOST_HEX_BYTES ? bytes : sql`unhex(${bytes.toString("hex")})`;
}

/** Reads `pack.body` in a query. */
export const packBody = readable(pack.body);

/** Reads a column of blobs in a query. */
export function readable(body: Column): SQL<Buffer> {
  return sql<Buffer>`iif(length(${body}) > ${sql.raw(String(MOST_HEX_BYTES))}, ${body}, hex(${body}))`.mapWith(
    (read: string | readonly number[]) =>
      typeof read === "string" ? Buffer.from(read, "hex") : Buffer.from(read),
  );
}
