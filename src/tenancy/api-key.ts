/**
 * The text of a project key is `mt_live_<id>_<secret><checksum>`. With the checksum, a typing error
 * or a guess is refused without a database query. It does not prove that a key is valid. The secret
 * has 256 random bits, so a fast hash is sufficient.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { base62, base62Length } from "./base62.ts";

const PREFIX = "mt_live_";
const ID_BYTES = 8;
const SECRET_BYTES = 32;
const CHECKSUM_BYTES = 4;

const SHAPE = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${base62Length(ID_BYTES)}})_([0-9A-Za-z]{${base62Length(SECRET_BYTES)}})([0-9A-Za-z]{${base62Length(CHECKSUM_BYTES)}})$`,
);

interface PresentedKey {
  readonly id: string;
  readonly secret: string;
}

interface NewApiKey {
  /** The whole key. It is shown once. */
  readonly key: string;
  readonly id: string;
  /** Stored instead of the secret; see `hashSecret`. */
  readonly hash: string;
  /** The key's beginning and end, so that people recognise it in a list. */
  readonly hint: string;
}

export const newApiKey = (randomBytes: (length: number) => Uint8Array): NewApiKey => {
  const id = base62(randomBytes(ID_BYTES));
  const secret = base62(randomBytes(SECRET_BYTES));
  const body = `${PREFIX}${id}_${secret}`;
  const key = body + checksum(body);
  return {
    key,
    id,
    hash: hashSecret(secret),
    hint: `${PREFIX}${id.slice(0, 4)}…${key.slice(-4)}`,
  };
};

/** Null if the text is not a well-formed key. */
export const parseApiKey = (text: string): PresentedKey | null => {
  const [, id, secret, given] = SHAPE.exec(text) ?? [];
  if (id === undefined || secret === undefined || given === undefined) return null;
  return checksum(`${PREFIX}${id}_${secret}`) === given ? { id, secret } : null;
};

/** The text must be a well-formed key. */
export const idIn = (text: string): string =>
  text.slice(PREFIX.length, PREFIX.length + base62Length(ID_BYTES));

/**
 * Compares two texts of equal length. The duration does not reveal at which position they differ.
 */
export const sameText = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length;
  for (let unit = 0; unit < a.length; unit++) difference |= a.charCodeAt(unit) ^ b.charCodeAt(unit);
  return difference === 0;
};

/** SHA-256 in hexadecimal. */
const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Compares in constant time. */
export const secretMatches = (secret: string, hash: string): boolean => {
  const presented = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(hash);
  return presented.length === stored.length && timingSafeEqual(presented, stored);
};

const checksum = (body: string): string => {
  const bytes = new Uint8Array(CHECKSUM_BYTES);
  new DataView(bytes.buffer).setUint32(0, crc32(body));
  return base62(bytes);
};
