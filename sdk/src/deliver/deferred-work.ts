/**
 * What is left to be worked out. A call of the app notes what nobody can change any more; what that
 * means for the graph is found out when the app has gone on.
 *
 * What is noted is worked out in its order, with the time at which it was noted, before anything
 * else is recorded, delivered or asked for, and soon in any case. So the events are the same as if
 * nothing were noted.
 */
import { MAX_NOTED_CHARS, NOTE_CHARS } from "../core/bounds.ts";

export class Notes {
  readonly #onFirst: () => void;
  #noted: (() => void)[] = [];
  #chars = 0;

  /** Who is told of the first note calls `workOut` soon. */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  add(work: () => void, chars: number): undefined {
    if (this.#noted.length === 0) this.#onFirst();
    this.#noted.push(work);
    this.#chars += chars;
    if (this.#chars > MAX_NOTED_CHARS) this.workOut();
  }

  readonly workOut = (): void => {
    this.#chars = 0;
    for (const work of this.#noted.splice(0)) work();
  };
}

/** How much a note of these values takes; 0 where one of them can change. */
export function noteChars(values: readonly unknown[]): number {
  let chars = NOTE_CHARS;
  for (const value of values) {
    if (Object(value) === value) return 0;
    if (typeof value === "string") chars += value.length;
  }
  return chars;
}
