const MAX_ENTRIES = 10_000;

/**
 * Sets the key as the latest entry. If the map is then too large, removes and returns its oldest
 * entry.
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
