import type { MemTrace } from "../core/client.ts";

/** Maximum clients to keep if the host has no WeakRef (Workers before May 2025). */
const MAX_CLIENTS = 1_000;

/**
 * Several clients can trace one object. This class keeps a value for each of them, but only weak
 * references to the clients: if an app makes a client for each request, the garbage collector can
 * still free the old ones.
 */
export class ByClient<T> {
  readonly #values = new WeakMap<MemTrace, T>();
  #clients: { deref(): MemTrace | undefined }[] = [];

  /** Adds the value of `make`, unless the client already has a value. */
  add(memtrace: MemTrace, make: () => T): void {
    if (this.#values.has(memtrace)) return;
    this.#values.set(memtrace, make());
    const held = globalThis.WeakRef ? new WeakRef(memtrace) : { deref: () => memtrace };
    this.#clients = [held, ...this.#clients.filter((one) => one.deref())].slice(0, MAX_CLIENTS);
  }

  /**
   * Returns the values of the clients that may record the running code. A single client may always
   * record. If there are several clients, a client may record only code that runs inside one of its
   * own graphs or sessions. Otherwise, one user's memory could get into another user's graph. If
   * `call` is false, the caller records no call, and the method returns the values of all clients.
   */
  of(call: boolean): T[] {
    const clients = this.#clients
      .map((one) => one.deref())
      .filter((one): one is MemTrace => Boolean(one?.enabled));
    const here = call && clients.length > 1 ? clients.filter((one) => one.current()) : clients;
    if (here.length === 0)
      clients[0]?.within(() => {
        throw new Error(
          "several clients trace this object, so run the call inside a client's graph",
        );
      });
    return here.map((client) => this.#values.get(client) as T);
  }
}
