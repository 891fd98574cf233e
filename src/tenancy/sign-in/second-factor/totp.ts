/** One-time codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** RFC 4226 recommends a secret that is as long as a SHA-1 hash. */
export const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/**
 * Codes of the current time step and of its two neighbours are accepted, because the clocks of
 * phones are not exact.
 */
const STEPS_APART = [0, -1, 1];
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Returns the time step to which the code belongs: the current step or one of its neighbours.
 * Returns undefined if the code is wrong.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = Math.floor(now / 1_000 / STEP_SECONDS);
  const given = Buffer.from(code);
  return STEPS_APART.map((apart) => current + apart).find((step) => {
    const right = Buffer.from(codeOf(secret, step));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return `${number}`.padStart(DIGITS, "0");
}

/** Encodes the secret in base32. In this form, people can type it into their app. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** The URL in the QR code that sets up the app. */
export function appAddress(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
