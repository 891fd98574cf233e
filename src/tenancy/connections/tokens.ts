/**
 * The codes and tokens of connected apps consist of a prefix and 256 random bits. With so many
 * random bits, the stored hash needs no salt.
 */
import { ACCESS_TOKEN_PREFIX } from "../../protocol/people/connections.ts";
import { base62, base62Length } from "../base62.ts";
import { digestOf } from "../link-token.ts";

const PREFIXES = { access: ACCESS_TOKEN_PREFIX, refresh: "mtr_", code: "mtc_" } as const;
type TokenKind = keyof typeof PREFIXES;

const BYTES = 32;
const SHAPE = new RegExp(
  `^(?:${Object.values(PREFIXES).join("|")})[0-9A-Za-z]{${base62Length(BYTES)}}$`,
);

export function newToken(kind: TokenKind, randomBytes: (length: number) => Uint8Array) {
  const token = PREFIXES[kind] + base62(randomBytes(BYTES));
  return { token, hash: digestOf(token) };
}

/**
 * Returns the SHA-256 in hexadecimal. Returns undefined if the text cannot be a token of this kind.
 * The caller then refuses it without a database query.
 */
export const hashToken = (kind: TokenKind, token: string): string | undefined =>
  SHAPE.test(token) && token.startsWith(PREFIXES[kind]) ? digestOf(token) : undefined;
