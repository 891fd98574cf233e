/**
 * Converts the bytes of packs for D1. D1 transfers a blob as a JSON list of numbers, which takes
 * nearly four characters per byte. Hexadecimal text takes only two characters per byte. But the
 * text itself must not exceed D1's size limit. So packs above about half of this limit are
 * transferred as blobs, and all other packs as text.
 */
import { Buffer } from "node:buffer";
import { type Column, type SQL, sql } from "drizzle-orm";
import { pack } from "../schema/project.ts";

const MOST_HEX_BYTES = 900_000;

export function written(body: Uint8Array): SQL | Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes.length > MOST_HEX_BYTES ? bytes : sql`unhex(${bytes.toString("hex")})`;
}

export const packBody = readable(pack.body);

/**
 * SQL that selects a column of blobs as hexadecimal text, or as a blob if the text would be too
 * long.
 */
export function readable(body: Column): SQL<Buffer> {
  return sql<Buffer>`iif(length(${body}) > ${sql.raw(String(MOST_HEX_BYTES))}, ${body}, hex(${body}))`.mapWith(
    (read: string | readonly number[]) =>
      typeof read === "string" ? Buffer.from(read, "hex") : Buffer.from(read),
  );
}
