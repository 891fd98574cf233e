/** The AsyncLocalStorage methods that this client uses. */
export interface ScopeStorage<T> {
  getStore(): T | undefined;
  run<R>(store: T, body: () => R): R;
}

export type AsyncLocalStorageClass = new <T>() => ScopeStorage<T>;
