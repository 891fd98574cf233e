/**
 * Recording work that waits until the app has continued. A call defers its work only if all its
 * values are immutable.
 * The client runs deferred work in order, with the time of the call, before it records, delivers or
 * looks up anything else. The events are therefore the same as without deferral.
 */
import { MAX_NOTED_CHARS, NOTE_CHARS } from "../core/bounds.ts";

export class Notes {
  readonly #onFirst: () => void;
  #noted: (() => void)[] = [];
  #chars = 0;

  /** `onFirst` must call `runAll` soon. */
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

/** Characters to count for these values, or 0 if the app could change one of them. */
export function noteChars(values: readonly unknown[]): number {
  let chars = NOTE_CHARS;
  for (const value of values) {
    if (Object(value) === value) return 0;
    if (typeof value === "string") chars += value.length;
  }
  return chars;
}
