/**
 * If all values of a call are immutable, they cannot change before the call is recorded. So the
 * client records such a call later, when the app's running code has finished. The events must be
 * the same as without this delay. So the deferred calls keep their order and their original times.
 * They are recorded before the client records, delivers or looks up anything else.
 */
import { DEFERRED_CALL_CHARS, MAX_DEFERRED_CHARS } from "../core/bounds.ts";

export class DeferredWork {
  readonly #onFirst: () => void;
  #work: ((isDue: true) => void)[] = [];
  #chars = 0;

  /** @param onFirst called when work is added and no other work waits; must arrange a `flush` */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  /** @param work called with true when the call must be recorded */
  add(work: (isDue: true) => void, chars: number): undefined {
    if (this.#work.length === 0) this.#onFirst();
    this.#work.push(work);
    this.#chars += chars;
    if (this.#chars > MAX_DEFERRED_CHARS) this.flush();
  }

  readonly flush = (): void => {
    this.#chars = 0;
    // Forget each call when it is recorded, so its memory is freed early.
    const waiting = this.#work.splice(0).reverse();
    while (waiting.length) waiting.pop()?.(true);
  };
}

/**
 * Returns the size of a deferred call with these values, in characters. Returns 0 if the app could
 * change one of the values: the client must then record the call immediately.
 */
export function deferrableChars(values: readonly unknown[]): number {
  let chars = DEFERRED_CALL_CHARS;
  for (const value of values) {
    if (Object(value) === value) return 0;
    if (typeof value === "string") chars += value.length;
  }
  return chars;
}
