/**
 * Which scope the running code is in. AsyncLocalStorage follows every await; it is taken from
 * `process.getBuiltinModule` (Node 20.16, Bun, Deno, workerd with `nodejs_compat`), because a static
 * import of `node:async_hooks` makes browser bundles and Workers without that flag fail to load.
 */

export interface ScopeStorage<T> {
  getStore(): T | undefined;
  run<R>(store: T, body: () => R): R;
}

export type AsyncLocalStorageClass = new <T>() => ScopeStorage<T>;

interface Host {
  process?: {
    getBuiltinModule?: (id: string) => { AsyncLocalStorage: AsyncLocalStorageClass } | undefined;
  };
}

/** The host's AsyncLocalStorage, or, where there is none, a stand-in for one task at a time. */
export function createScopeStorage<T>(given: AsyncLocalStorageClass | undefined): ScopeStorage<T> {
  const host: Host = globalThis as Host;
  const Storage =
    given ?? host.process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage ?? OneTask;
  return new Storage<T>();
}

interface Entry<T> {
  store: T;
  outer: Entry<T> | undefined;
  ended: boolean;
}

/**
 * Holds a scope until its promise settles. Right as long as tasks do not overlap, which is all that
 * a host without AsyncLocalStorage lets one know.
 */
class OneTask<T> implements ScopeStorage<T> {
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
