/** Memories that are bounded by their number of entries. */

const MAX_ENTRIES = 10_000;

/**
 * Keeps a value under its key, the latest now. Where they are too many then, the oldest is
 * forgotten and given back.
 */
export function keep<K, T>(
  kept: Map<K, T>,
  key: K,
  value: T,
  max: number = MAX_ENTRIES,
): T | undefined {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > max)
    for (const [oldest, forgotten] of kept) {
      kept.delete(oldest);
      return forgotten;
    }
  return undefined;
}
