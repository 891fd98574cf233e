import type { MemTrace } from "../core/client.ts";

/** Without WeakRef (Workers before May 2025), only this many of the latest clients are kept. */
const MAX_CLIENTS = 1_000;

/**
 * Holds one value per client that traces the same object. Holds clients weakly, because an app may
 * make a client per request.
 */
export class ByClient<T> {
  readonly #values = new WeakMap<MemTrace, T>();
  #clients: { deref(): MemTrace | undefined }[] = [];

  /** Adds a value for the client. A later call for the same client changes nothing. */
  add(memtrace: MemTrace, make: () => T): void {
    if (this.#values.has(memtrace)) return;
    this.#values.set(memtrace, make());
    const held = globalThis.WeakRef ? new WeakRef(memtrace) : { deref: () => memtrace };
    this.#clients = [held, ...this.#clients.filter((one) => one.deref())].slice(0, MAX_CLIENTS);
  }

  /**
   * Returns the values of the clients whose graph or session contains the running code. Outside all
   * graphs, returns the value of the only client. If there are several clients and no graph,
   * returns no value, because one user's data must not get into another user's graph. If `call` is
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
