/**
 * Runs long work in parts, so that other requests can run in between. A process that computes
 * without a pause reads nothing from the network, so every other request waits. Between two parts,
 * the work waits for a timer, and other requests run.
 */

/**
 * If the last pause of other long work is this many milliseconds ago, that work has probably ended,
 * and background work continues.
 */
const QUIET_MS = 100;
/** Maximum milliseconds that one background work waits for other work in total. */
const MAX_WAIT_MS = 10_000;

/** Time of the last pause of long work that a request waits for, in this process. */
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
 * Runs work that no request waits for. It pauses like `runGivingWay`. It also waits while
 * `runGivingWay` runs other work in this process, for at most ten seconds in total.
 * @param work yields its cost since the last yield
 */
export async function runInBackground<T>(work: Generator<number, T>, turn: number): Promise<T> {
  let [cost, waited] = [turn, 0];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    cost += step.value;
    if (cost < turn) continue;
    await giveWay();
    // Other work counts as running until `QUIET_MS` after its last pause. A count of running work
    // would be wrong, because work whose request was cut off never reports its end.
    for (; Date.now() - lastTurnAt < QUIET_MS && waited < MAX_WAIT_MS; waited += QUIET_MS)
      await new Promise((resume) => setTimeout(resume, QUIET_MS));
    cost = 0;
  }
}

/**
 * Processes all items in order, up to `atOnce` in parallel, and pauses for other requests after
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
