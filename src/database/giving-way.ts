/**
 * Runs long work in parts, so that other requests can run in between. While a process computes, it
 * reads nothing from the network, so every other request waits. A timer interrupts the computation.
 */

/** Milliseconds without other long work after which background work continues. */
const QUIET_MS = 100;
/** Maximum total milliseconds for which one background work waits. */
const MAX_WAIT_MS = 10_000;

/** Time of the last pause in `runGivingWay`, that is, in long work that somebody waits for. */
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
 * Runs work that nobody waits for. Pauses for other requests like `runGivingWay`. Also waits while
 * `runGivingWay` runs work in the same process, but for at most ten seconds in total.
 * @param work yields its cost since the last yield
 */
export async function runInBackground<T>(work: Generator<number, T>, turn: number): Promise<T> {
  let [cost, waited] = [turn, 0];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    cost += step.value;
    if (cost < turn) continue;
    await giveWay();
    // Judge by the time of the last pause: other work whose request was aborted never reports its
    // end.
    for (; Date.now() - lastTurnAt < QUIET_MS && waited < MAX_WAIT_MS; waited += QUIET_MS)
      await new Promise((resume) => setTimeout(resume, QUIET_MS));
    cost = 0;
  }
}

/**
 * Processes all items in order, up to `atOnce` in parallel. After every `atOnce` items, lets other
 * requests run before it starts the next item. After a failure, starts no further item.
 */
export async function forEachGivingWay<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  let started = 0;
  // The parallel lanes share one pause, because each timer takes a millisecond or more.
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
