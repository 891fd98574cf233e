/**
 * The tokens in links consist of a prefix and 192 random bits. With so many random bits, the stored
 * hash needs no salt.
 */
import { createHash } from "node:crypto";
import { base62, base62Length } from "./base62.ts";

/**
 * `mts_` is the prefix of public links to a view, case or report. `mta_` is the prefix of links in
 * e-mails that prove that an address belongs to a person.
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
 * Returns the SHA-256 in hexadecimal. Returns undefined if the text cannot be a token. The caller
 * then refuses it without a database query.
 */
export const hashLinkToken = (token: string): string | undefined =>
  SHAPE.test(token) ? digestOf(token) : undefined;

/** SHA-256 in hexadecimal. */
export const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
