/**
 * Long work that lets other requests run in between. A process that computes without a pause reads
 * nothing from the network, so every other request waits for the end. A timer is such a pause.
 */

/** Resolves after other work that waits for this thread has run. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}

/**
 * Runs the work to its end. Gives way each time that its cost since the last time reaches `turn`.
 *
 * @param work yields its cost since its last yield
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
 * Works on all items in their order, at most `atOnce` at a time. The next item begins when another
 * ends, after other requests had the thread. After a failure, no further item begins.
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
