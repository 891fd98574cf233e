/**
 * Defers the recording of a call until the app has continued. The client defers a call only if all
 * its values are immutable. The client runs deferred work in order, with the call's original time,
 * before it records, delivers or looks up anything else. So the events are the same as without
 * deferral.
 */
import { DEFERRED_CALL_CHARS, MAX_DEFERRED_CHARS } from "../core/bounds.ts";

export class DeferredWork {
  readonly #onFirst: () => void;
  #work: (() => void)[] = [];
  #chars = 0;

  /** `onFirst` is called when the first work is deferred. It must soon call `flush`. */
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

/** Returns how many characters these values count for, or 0 if the app could change one of them. */
export function deferrableChars(values: readonly unknown[]): number {
  let chars = DEFERRED_CALL_CHARS;
  for (const value of values) {
    if (Object(value) === value) return 0;
    if (typeof value === "string") chars += value.length;
  }
  return chars;
}
