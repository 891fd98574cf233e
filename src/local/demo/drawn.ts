/**
 * Makes pseudo-random numbers. The same seed and key always give the same number, whatever numbers
 * were made before.
 */

const FNV_PRIME = 16777619;

/** Returns a number from 0 (included) to 1 (excluded). */
export function drawn(seed: number, ...key: readonly (string | number)[]): number {
  let hash = 2166136261 ^ Math.imul(seed + 1, 0x9e3779b1);
  for (const part of key) {
    const text = String(part);
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
    }
    // Hash a zero after each part. Otherwise, the keys ("ab", "c") and ("a", "bc") would give one
    // number.
    hash = Math.imul(hash, FNV_PRIME);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}
