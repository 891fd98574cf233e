/**
 * Runs long work in parts, so that other requests can run in between. A process that computes
 * without a pause reads nothing from the network, so every other request waits. A timer gives such
 * a pause.
 */

/** Resolves after other waiting work has run. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}

/**
 * Runs the work to its end. Pauses each time the cost since the last pause reaches `turn`.
 * @param work yields its cost since the last yield
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
 * Processes all items in order, up to `atOnce` in parallel, and pauses for other requests before
 * each. After a failure, no further item starts.
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
