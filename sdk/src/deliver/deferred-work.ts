/**
 * Defers the recording of a call until the app's running code has finished, if all values of the
 * call are immutable. The deferred work runs in order, with the call's original time, before the
 * client records, delivers or looks up anything else. So the events are the same as without
 * deferral.
 */
import { DEFERRED_CALL_CHARS, MAX_DEFERRED_CHARS } from "../core/bounds.ts";

export class DeferredWork {
  readonly #onFirst: () => void;
  #work: (() => void)[] = [];
  #chars = 0;

  /** If no other work waits, `add` calls `onFirst`. This function must arrange a `flush`. */
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
 * Returns how many characters a deferred call with these values counts for. Returns 0 if the app
 * could change a value: such a call must not be deferred.
 */
export function deferrableChars(values: readonly unknown[]): number {
  let chars = DEFERRED_CALL_CHARS;
  for (const value of values) {
    if (Object(value) === value) return 0;
    if (typeof value === "string") chars += value.length;
  }
  return chars;
}
