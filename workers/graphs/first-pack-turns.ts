/** Spreads the first packs of the new graphs of one isolate. */

/** Time between the first packs of different graphs in one isolate. */
const FIRST_PACK_SPACING_MS = 15;
/** Maximum time for which a first pack waits for first packs of other graphs. */
const LONGEST_TURN_MS = 4_000;
/** First packs wait until no new graph has begun in this isolate during this time. */
const GRAPHS_BEGIN_MS = 100;

let nextFirstPackAt = 0;
let graphBegunAt = 0;

export function noteNewGraph(): void {
  graphBegunAt = Date.now();
}

/**
 * Delays the first packs of many new graphs, so that other requests run in between. While other
 * graphs begin, a first pack without a wrong answer waits: clients wait for the new graphs, but
 * nobody waits for this pack.
 */
export async function turnOfFirstPack(isUrgent: boolean): Promise<void> {
  const latest = Date.now() + LONGEST_TURN_MS;
  const graphsBegin = () => Date.now() - graphBegunAt < GRAPHS_BEGIN_MS && Date.now() < latest;
  do {
    const now = Date.now();
    const at = Math.min(Math.max(now, nextFirstPackAt), latest);
    nextFirstPackAt = at + FIRST_PACK_SPACING_MS;
    if (at > now) await scheduler.wait(at - now);
  } while (!isUrgent && graphsBegin());
}
