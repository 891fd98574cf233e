/**
 * Computes the code of an authenticator app. Written for these tests from RFC 4226 and RFC 6238.
 */
import { createHmac } from "node:crypto";

/**
 * Returns the code.
 * @param key in Base32
 */
export function codeOf(key: string, now = Date.now()): string {
  const bits = [...key]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac[19] ?? 0) & 15;
  return `${(mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000}`.padStart(6, "0");
}
