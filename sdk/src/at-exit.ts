/**
 * A script that ends without a flush still delivers: Node waits for what `beforeExit` starts. One
 * listener for all clients, set up with the first event, so that importing has no effect.
 */

interface Host {
  process?: { on?: (event: "beforeExit", listener: () => void) => void };
}

const waiting = new Set<{ flushAtExit(): void }>();
let listening = false;

/** Says whether the client has something to deliver. */
export function setWaiting(client: { flushAtExit(): void }, waits: boolean): void {
  if (!waits) {
    waiting.delete(client);
    return;
  }
  waiting.add(client);
  if (listening) return;
  listening = true;
  const host: Host = globalThis as Host;
  host.process?.on?.("beforeExit", () => {
    for (const each of waiting) each.flushAtExit();
  });
}
