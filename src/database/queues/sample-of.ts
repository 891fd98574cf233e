/** Chooses a pseudorandom sample. The same ids and the same seed always give the same sample. */

/**
 * Chooses `size` of the ids; chooses all of them if there are fewer. The order of the ids does not
 * matter. With the same seed, a larger sample contains every smaller sample.
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
 * Computes 32-bit FNV-1a with a final mixing step. The mixing step gives texts that differ only at
 * the end very different numbers.
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
