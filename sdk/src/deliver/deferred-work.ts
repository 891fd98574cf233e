/**
 * Recording work that waits until the app has continued. A call defers its work only if all values
 * of the call are immutable. The client runs deferred work in order, with the time of the call,
 * before it records, delivers or looks up anything else. The events are therefore the same as
 * without deferral.
 */
import { DEFERRED_CALL_CHARS, MAX_DEFERRED_CHARS } from "../core/bounds.ts";

export class DeferredWork {
  readonly #onFirst: () => void;
  #work: (() => void)[] = [];
  #chars = 0;

  /** `onFirst` must call `flush` soon. */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  add(work: () => void, chars: number): undefined {
    if (this.#work.length === 0) this.#onFirst();
    this.#work.push(work);
    this.#chars += chars;
    if (this.#chars > MAX_DEFERRED_CHARS) this.flush();
  }

  readonly flush = (): void => {
    this.#chars = 0;
    for (const work of this.#work.splice(0)) work();
  };
}

/**
 * Returns the number of characters to count for these values, or 0 if the app could change a value.
 */
export function deferrableChars(values: readonly unknown[]): number {
  let chars = DEFERRED_CALL_CHARS;
  for (const value of values) {
    if (Object(value) === value) return 0;
    if (typeof value === "string") chars += value.length;
  }
  return chars;
}
