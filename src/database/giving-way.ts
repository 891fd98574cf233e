/**
 * Long work that lets other requests run in between. What runs in one process without waiting for
 * the network keeps that process from reading it: every other request would wait for the end. A
 * timer is what gives way.
 */

/** Resolves once what waits for this isolate's thread has had it. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}

/**
 * Runs the work to its end, and gives way whenever it has cost so much since the last time.
 *
 * @param work yields what it has cost since its last yield
 */
export async function runGivingWay<T>(work: Generator<number, T>, turn: number): Promise<T> {
  let cost = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    cost += step.value;
    if (cost < turn) continue;
    await giveWay();
    cost = 0;
  }
}

/**
 * Works on all items, begun in their order and at most `atOnce` at a time. An item follows as soon as
 * another ends, but not before other requests had the thread. After a failure no item is begun.
 */
export async function forEachGivingWay<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const waiting = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      await giveWay();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
