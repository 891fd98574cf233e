/**
 * Work on a graph that may be long: in turns with what other requests wait for, and up to a bound,
 * whatever the graph is like.
 */
import { giveWay } from "../database/in-turns.ts";
import { ApiError } from "./errors.ts";

/** Characters gone through in one turn: a few hundredths of a second. */
export const TURN = 4_000_000;
/** In one request: a few seconds. */
const MOST = 400_000_000;

/**
 * @param work yields how many characters it went through since
 * @param remedy what to ask instead, where the work would be too much
 */
export async function inTurns<T>(work: Generator<number, T>, remedy: string): Promise<T> {
  let [all, turn] = [0, 0];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    all += step.value;
    turn += step.value;
    if (all > MOST) throw tooCostly(`This takes more work than one request may cost. ${remedy}`);
    if (turn < TURN) continue;
    await giveWay();
    turn = 0;
  }
}

export function tooCostly(message: string): ApiError {
  return new ApiError("too_costly", message);
}
