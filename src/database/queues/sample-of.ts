/**
 * Chooses `size` ids pseudorandomly, or takes all ids if there are fewer. The same ids (in any
 * order) and the same seed give the same sample. A larger sample contains the smaller one.
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
 * A 32-bit FNV-1a hash, followed by a mixing step. Without the mixing, texts that differ only at
 * their ends would have similar hashes.
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
