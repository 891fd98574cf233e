/** Which scope the running code is in: what this client needs of AsyncLocalStorage. */
export interface ScopeStorage<T> {
  getStore(): T | undefined;
  run<R>(store: T, body: () => R): R;
}

export type AsyncLocalStorageClass = new <T>() => ScopeStorage<T>;
