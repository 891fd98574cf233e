import type { MemTrace } from "../core/client.ts";

/**
 * If the host has no WeakRef (Workers before May 2025), keep only this many of the latest clients.
 */
const MAX_CLIENTS = 1_000;

/**
 * Holds one value for each client that traces the same object. Holds the clients weakly: some apps
 * make one client per request, and these clients would otherwise never be freed.
 */
export class ByClient<T> {
  readonly #values = new WeakMap<MemTrace, T>();
  #clients: { deref(): MemTrace | undefined }[] = [];

  /** Adds the value that `make` returns. If the client already has a value, does nothing. */
  add(memtrace: MemTrace, make: () => T): void {
    if (this.#values.has(memtrace)) return;
    this.#values.set(memtrace, make());
    const held = globalThis.WeakRef ? new WeakRef(memtrace) : { deref: () => memtrace };
    this.#clients = [held, ...this.#clients.filter((one) => one.deref())].slice(0, MAX_CLIENTS);
  }

  /**
   * Returns the values of the clients that are allowed to record the running code. A single client
   * is always allowed. Of several clients, only those are allowed whose graph or session contains
   * the running code. Otherwise one user's memory could get into another user's graph. If `call` is
   * false, nothing is recorded, so returns the values of all clients.
   */
  of(call: boolean): T[] {
    const clients = this.#clients
      .map((one) => one.deref())
      .filter((one): one is MemTrace => Boolean(one?.enabled));
    const here = call && clients.length > 1 ? clients.filter((one) => one.current()) : clients;
    if (here.length === 0)
      clients[0]?.within(() => {
        throw new Error("several clients, and no graph runs");
      });
    return here.map((client) => this.#values.get(client) as T);
  }
}
