/**
 * Draws a pseudorandom sample of ids. The same ids and the same seed always give the same sample.
 */

/**
 * Draws `size` of the ids, or all ids if there are fewer. The order of `ids` does not matter. With
 * the same seed, a larger sample contains all ids of a smaller one.
 */
export function sampleOf(ids: readonly string[], size: number, seed: string): string[] {
  return ids
    .map((id) => ({ id, rank: hashOf(`${seed}\n${id}`) }))
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id);
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns the 32-bit FNV-1a hash after one more mixing step. Without this step, texts that differ
 * only at the end would have similar hashes, and the sample would not be random.
 */
function hashOf(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
