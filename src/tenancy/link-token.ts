/**
 * Tokens of links: a prefix and 192 random bits. With so many random bits, the hash needs no salt.
 */
import { createHash } from "node:crypto";
import { base62, base62Length } from "./base62.ts";

/**
 * `mts_`: public links to a view, case or report. `mta_`: links that prove that an e-mail address
 * belongs to the person.
 */
export type LinkPrefix = "mts_" | "mta_";

const BYTES = 24;
const SHAPE = new RegExp(`^mt[sa]_[0-9A-Za-z]{${base62Length(BYTES)}}$`);

export function newLinkToken(
  randomBytes: (length: number) => Uint8Array,
  prefix: LinkPrefix = "mts_",
) {
  const token = prefix + base62(randomBytes(BYTES));
  return { token, hash: digestOf(token) };
}

/**
 * Returns the token's SHA-256 in hexadecimal. Undefined if the text cannot be a token; the caller
 * can then refuse the text without reading storage.
 */
export const hashLinkToken = (token: string): string | undefined =>
  SHAPE.test(token) ? digestOf(token) : undefined;

/** Returns the token's SHA-256 in hexadecimal. */
export const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
