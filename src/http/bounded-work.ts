/**
 * Limits how much of a graph one request can read. The work pauses regularly, and other requests
 * run in the pauses.
 */
import { type RunInTurns, runGivingWay } from "../database/giving-way.ts";
import { ApiError } from "./errors.ts";

/** Work pauses after reading this many characters, which takes about 20 milliseconds. */
export const TURN = 1_500_000;
/** Maximum number of characters that one request reads. Reading them takes a few seconds. */
const MOST = 400_000_000;

export function boundedWork<T>(
  work: Generator<number, T>,
  remedy: string,
  run: RunInTurns = runGivingWay,
): Promise<T> {
  return run(bounded(work, remedy), TURN);
}

function* bounded<T>(work: Generator<number, T>, remedy: string): Generator<number, T> {
  let all = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    all += step.value;
    if (all > MOST) throw tooCostly(`This takes more work than one request may do. ${remedy}`);
    yield step.value;
  }
}

export function tooCostly(message: string): ApiError {
  return new ApiError("too_costly", message);
}
