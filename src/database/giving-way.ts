/**
 * Runs long work in parts, so that other requests can run in between. A process that computes
 * without a pause reads nothing from the network, so every other request waits. A timer gives such
 * a pause.
 */

/** A pause of other long work until background work goes on, in milliseconds. */
const QUIET_MS = 100;
/** The longest time that one background work waits altogether, in milliseconds. */
const MAX_WAIT_MS = 10_000;

/** When long work in this process that somebody waits for last gave way. */
let lastTurnAt = Number.NEGATIVE_INFINITY;

/** Resolves after other waiting work has run. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}

/** Runs the work to its end, with pauses for other requests. */
export type RunInTurns = <T>(work: Generator<number, T>, turn: number) => Promise<T>;

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
    lastTurnAt = Date.now();
    await giveWay();
    cost = 0;
  }
}

/**
 * Runs work that nobody waits for. It gives way like other long work, and also waits while such
 * work runs in the same process, up to ten seconds altogether.
 * @param work yields its cost since the last yield
 */
export async function runInBackground<T>(work: Generator<number, T>, turn: number): Promise<T> {
  let [cost, waited] = [turn, 0];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    cost += step.value;
    if (cost < turn) continue;
    await giveWay();
    // Work whose request was cut off never says that it ended, so only its last turn counts.
    for (; Date.now() - lastTurnAt < QUIET_MS && waited < MAX_WAIT_MS; waited += QUIET_MS)
      await new Promise((resume) => setTimeout(resume, QUIET_MS));
    cost = 0;
  }
}

/**
 * Processes all items in order, up to `atOnce` in parallel. After each `atOnce` items, other requests
 * run before the next item starts. After a failure, no further item starts.
 */
export async function forEachGivingWay<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  let started = 0;
  // The lanes share a pause, because each timer takes a millisecond or more.
  let pause: Promise<void> | undefined;
  const waiting = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      started += 1;
      if (started % atOnce === 0) pause = giveWay();
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      await pause;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
