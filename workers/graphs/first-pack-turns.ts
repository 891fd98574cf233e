/**
 * Minimum time between the starts of the first packs of two graphs in one isolate. A pack that has
 * waited for `LONGEST_TURN_MS` starts even if this time has not passed.
 */
const FIRST_PACK_SPACING_MS = 6;
/** Maximum time for which a first pack waits for the first packs of other graphs. */
const LONGEST_TURN_MS = 4_000;
/** A first pack waits until no new graph has begun in this isolate for this long. */
const GRAPHS_BEGIN_MS = 100;

let nextFirstPackAt = 0;
let graphBegunAt = 0;

export function noteNewGraph(): void {
  graphBegunAt = Date.now();
}

/**
 * Waits until a graph may make its first pack. Many graphs can begin at the same time. If all of
 * them made their first packs at once, other requests would have to wait. So each first pack
 * reserves a time (`turn`) and waits for it.
 * @param isUrgent true if the pack contains a wrong answer. It then reserves its time immediately.
 * Any other pack first waits until no more graphs begin, so that the clients that begin graphs need
 * not wait for it
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
