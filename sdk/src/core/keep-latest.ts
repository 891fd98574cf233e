const MAX_ENTRIES = 10_000;

/**
 * Sets the key's value and moves the key to the end of the map. If the map then has more than `max`
 * entries, removes the first one, which is the oldest, and returns its value.
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
