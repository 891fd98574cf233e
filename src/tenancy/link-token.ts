/** Tokens of public links as text: `mts_` and 192 random bits, so that hashing them needs no salt. */
import { createHash } from "node:crypto";
import { base62, base62Length } from "./base62.ts";

const PREFIX = "mts_";
const BYTES = 24;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${base62Length(BYTES)}}$`);

export function newLinkToken(randomBytes: (length: number) => Uint8Array) {
  const token = PREFIX + base62(randomBytes(BYTES));
  return { token, hash: digest(token) };
}

/** SHA-256, hex; undefined for a text that is no token, which needs no read of the storage. */
export const hashLinkToken = (token: string): string | undefined =>
  SHAPE.test(token) ? digest(token) : undefined;

const digest = (token: string) => createHash("sha256").update(token).digest("hex");
