/** Tokens of public links: `mts_` and 192 random bits, so that hashing needs no salt. */
import { createHash } from "node:crypto";
import { base62, base62Length } from "./base62.ts";

const PREFIX = "mts_";
const BYTES = 24;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${base62Length(BYTES)}}$`);

export function newLinkToken(randomBytes: (length: number) => Uint8Array) {
  const token = PREFIX + base62(randomBytes(BYTES));
  return { token, hash: digest(token) };
}

/** SHA-256 in hexadecimal; undefined if the text is not a token, which saves reading storage. */
export const hashLinkToken = (token: string): string | undefined =>
  SHAPE.test(token) ? digest(token) : undefined;

const digest = (token: string) => createHash("sha256").update(token).digest("hex");
