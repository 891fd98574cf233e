/**
 * `@memtrace/sdk/one-task`: a replacement for AsyncLocalStorage on hosts that do not have it. The
 * app calls `new MemTrace({ AsyncLocalStorage: OneTask })`. It must then run only one traced task
 * at a time.
 */

interface Entry<T> {
  store: T;
  outer: Entry<T> | undefined;
  ended: boolean;
}

/**
 * Keeps a task's scope as the current scope until the task's promise settles. Run only one task at
 * a time: the events of a second task could get into the scope of the first task.
 */
export class OneTask<T> {
  #current: Entry<T> | undefined;

  getStore(): T | undefined {
    return this.#current?.store;
  }

  run<R>(store: T, body: () => R): R {
    const entry: Entry<T> = { store, outer: this.#current, ended: false };
    this.#current = entry;
    const end = () => {
      entry.ended = true;
      while (this.#current?.ended) this.#current = this.#current.outer;
    };
    try {
      const result = body();
      if (result instanceof Promise) result.then(end, end);
      else end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  }
}
