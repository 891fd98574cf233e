/** Spreads the first packs of the new graphs of one isolate. */

/** Time between the first packs of different graphs in one isolate. */
const FIRST_PACK_SPACING_MS = 6;
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
 * Delays the first packs of many new graphs, so that other requests run in between. A pack with a
 * wrong answer (`isUrgent`) only takes its turn. Any other pack first waits while graphs begin,
 * because clients wait for the new graphs but not for this pack. It takes its turn after this wait,
 * so that no turn stays unused.
 */
export async function turnOfFirstPack(isUrgent: boolean): Promise<void> {
  const latest = Date.now() + LONGEST_TURN_MS;
  const graphsBeginUntil = () => (isUrgent ? 0 : Math.min(graphBegunAt + GRAPHS_BEGIN_MS, latest));
  do {
    await waitUntil(graphsBeginUntil);
    const turn = Math.min(Math.max(Date.now(), nextFirstPackAt), latest);
    nextFirstPackAt = turn + FIRST_PACK_SPACING_MS;
    await waitUntil(() => turn);
  } while (graphsBeginUntil() > Date.now());
}

async function waitUntil(time: () => number): Promise<void> {
  for (let now = Date.now(); now < time(); now = Date.now()) await scheduler.wait(time() - now);
}
