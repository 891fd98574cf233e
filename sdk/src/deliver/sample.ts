/** `@memtrace/sdk/sample`: traces a share of the graphs. */

/**
 * Returns a function that decides whether to trace a graph. `part` is the share of traced graphs,
 * from 0 to 1. The decision depends only on the graph's id, so all processes that record one graph
 * decide alike. Otherwise, the graph could lack the operations that caused an error.
 */
export function share(part: number): (graph: string) => boolean {
  return (graph) => {
    let hash = 0x811c9dc5;
    for (const character of graph) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
    // Mix the bits. Otherwise, ids that differ only in the last characters get almost the same
    // hash.
    hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
    return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32 < part;
  };
}
