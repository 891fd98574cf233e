/**
 * Work on many objects or rows that lets other requests run in between. What runs in one process
 * without waiting for the network keeps that process from reading it: every other request would
 * wait for the end. A timer is what gives way.
 */

/** Resolves once what waits for this isolate's thread has had it. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}

/** Works on all items in their order, so many at once, and gives way after each such turn. */
export async function inTurns<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let turn: Promise<void>[] = [];
  for (const item of items) {
    if (turn.length === atOnce) {
      await Promise.all(turn);
      await giveWay();
      turn = [];
    }
    turn.push(work(item));
  }
  await Promise.all(turn);
}
