/** What several clients make of one thing that all of them trace. */
import type { MemTrace } from "../core/client.ts";

/** Where none can be held weakly (Workers of before May 2025), so many of the latest are known. */
const MAX_CLIENTS = 1_000;

/** A client that nobody else holds any more is forgotten: an app may make one per request. */
export class ByClient<T> {
  readonly #values = new WeakMap<MemTrace, T>();
  #clients: { deref(): MemTrace | undefined }[] = [];

  /** A client that is known stays with what it made. */
  add(memtrace: MemTrace, make: () => T): void {
    if (this.#values.has(memtrace)) return;
    this.#values.set(memtrace, make());
    const held = globalThis.WeakRef ? new WeakRef(memtrace) : { deref: () => memtrace };
    this.#clients = [held, ...this.#clients.filter((one) => one.deref())].slice(0, MAX_CLIENTS);
  }

  /**
   * Of the clients in whose graph or session the running code is; outside of all, of the only client
   * that there is. Which of several is meant there nobody can say, and one user's data must not end
   * up with another's. What is no `call` to record concerns them all.
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
