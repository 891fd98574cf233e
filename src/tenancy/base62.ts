const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(ALPHABET.length);

/** Encodes the bytes as one unsigned number in base 62, padded with zeros to a fixed length. */
export const base62 = (bytes: Uint8Array): string => {
  let rest = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  let digits = "";
  while (digits.length < base62Length(bytes.length)) {
    digits = ALPHABET.charAt(Number(rest % BASE)) + digits;
    rest /= BASE;
  }
  return digits;
};

export const base62Length = (bytes: number): number =>
  Math.ceil((bytes * 8) / Math.log2(ALPHABET.length));
