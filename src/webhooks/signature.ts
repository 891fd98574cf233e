/**
 * Signs and verifies messages as in Standard Webhooks 1.0.0, with the symmetric scheme `v1`: the
 * signature is the HMAC-SHA256 of the text `id.timestamp.body`. Source:
 * https://github.com/standard-webhooks/standard-webhooks.
 */

/** HMAC-SHA256. It is a parameter, because this folder must not use a crypto library. */
export type Hmac = (
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array>;

/** Maximum seconds between `webhook-timestamp` and the receiver's clock. */
export const TIMESTAMP_TOLERANCE_SECONDS = 5 * 60;

const SECRET_PREFIX = "whsec_";
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const NEW_SECRET_BYTES = 32;
const SCHEME = "v1";

/** Returns `whsec_`, followed by 32 random bytes in base64. */
export function newSecret(randomBytes: (length: number) => Uint8Array): string {
  return SECRET_PREFIX + toBase64(randomBytes(NEW_SECRET_BYTES));
}

/**
 * Returns the value of the header `webhook-signature`, which has one signature for each secret.
 * While a secret is being replaced, a receiver can have the old or the new secret, and accepts the
 * message in both cases.
 * @throws RangeError if a secret is malformed or the id contains a dot
 */
export async function sign(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
  hmac: Hmac,
): Promise<string> {
  // The signed text consists of the id, the time and the body, with dots between them. If the id
  // contained a dot, a receiver could read the end of the id as the time.
  if (id.includes(".")) throw new RangeError("A webhook id must not contain a dot.");
  // Copy the bytes: in some runtimes, `encode` returns shared memory, which `hmac` does not accept.
  const message = new Uint8Array(new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`));
  const signatures = secrets.map(async (secret) => {
    const key = decodeSecret(secret);
    if (key === null) throw new RangeError("A webhook secret is malformed.");
    return `${SCHEME},${toBase64(await hmac(key, message))}`;
  });
  return (await Promise.all(signatures)).join(" ");
}

/** The signature headers of a received message. A missing header is null. */
export interface SignedHeaders {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
}

export type Verification =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: "missing-header" | "outside-tolerance" | "wrong-signature";
    };

/**
 * Verifies a received message. `body` must be the received text, not parsed JSON.
 * @throws RangeError if the receiver's own secret is malformed
 */
export async function verify(
  secret: string,
  headers: SignedHeaders,
  body: string,
  nowSeconds: number,
  hmac: Hmac,
): Promise<Verification> {
  const { id, timestamp, signature } = headers;
  if (!id || !timestamp || !signature) return { ok: false, reason: "missing-header" };
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(nowSeconds - sentAt) <= TIMESTAMP_TOLERANCE_SECONDS)) {
    return { ok: false, reason: "outside-tolerance" };
  }
  if (id.includes(".")) return { ok: false, reason: "wrong-signature" };
  const expected = await sign([secret], id, sentAt, body, hmac);
  const matches = signature
    .split(" ")
    .filter((candidate) => equalInConstantTime(candidate, expected));
  return matches.length > 0 ? { ok: true } : { ok: false, reason: "wrong-signature" };
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> | null {
  if (!secret.startsWith(SECRET_PREFIX)) return null;
  const key = fromBase64(secret.slice(SECRET_PREFIX.length));
  if (key === null || key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) return null;
  return key;
}

/**
 * Compares two texts in a time that does not depend on where they differ. Otherwise, an attacker
 * could guess a signature step by step, by measuring the time.
 */
function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
