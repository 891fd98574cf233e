/**
 * Runs long computations in short turns. While a process computes, it reads nothing from the
 * network. A timer between two turns lets other requests run.
 */

/**
 * Background work waits while `runGivingWay` works for a request. `runGivingWay` often pauses, and
 * records the time of each pause in `lastTurnAt`. If the last pause was this many milliseconds ago,
 * the work for the request has probably ended. Then the background work goes on.
 */
const QUIET_MS = 100;
/** All waits of one `runInBackground` call together take at most this many milliseconds. */
const MAX_WAIT_MS = 10_000;

/** Time of the last pause in `runGivingWay`, which runs work that a request waits for. */
let lastTurnAt = Number.NEGATIVE_INFINITY;

/** Resolves after the waiting requests have run. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}

/** Runs the work to its end, with pauses for other requests. */
export type RunInTurns = <T>(work: Generator<number, T>, turn: number) => Promise<T>;

/**
 * Runs the work to its end. It pauses whenever the steps since the last pause have cost `turn` or
 * more.
 * @param work generator that yields the cost of each step after the step
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
 * Runs work that no request waits for. Pauses in the same way as `runGivingWay`. In addition, this
 * work waits while `runGivingWay` does work for a request. After it has waited `MAX_WAIT_MS` in
 * total, it waits no more.
 * @param work generator that yields the cost of each step after the step
 */
export async function runInBackground<T>(work: Generator<number, T>, turn: number): Promise<T> {
  let [cost, waited] = [turn, 0];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    cost += step.value;
    if (cost < turn) continue;
    await giveWay();
    // The work for a request can stop at any time, because the request was aborted. Nothing reports
    // this. So this loop does not wait for the end of such work. It only checks how long ago the
    // last pause of such work was.
    for (; Date.now() - lastTurnAt < QUIET_MS && waited < MAX_WAIT_MS; waited += QUIET_MS)
      await new Promise((resume) => setTimeout(resume, QUIET_MS));
    cost = 0;
  }
}

/**
 * Processes the items in order, up to `atOnce` in parallel. Lets other requests run after every
 * `atOnce` items. After a failure, starts no further item.
 */
export async function forEachGivingWay<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  let started = 0;
  // All parallel tasks share one pause, because each timer takes a millisecond or more.
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
