/**
 * A script that ends without a flush still delivers: Node waits for what `beforeExit` starts. One
 * listener for all clients, set up with the first event, so that importing has no effect.
 */
import { EXIT_MS } from "../core/bounds.ts";

interface Client {
  /** Called once for what waits; the signal says when time is up. */
  flushAtExit(ending: AbortSignal): void;
}

interface Host {
  process?: { on?: (event: "beforeExit", listener: () => void) => void };
}

/** Clients that have something to deliver. */
export const waiting = new Set<Client>();
let listening = false;
let ending: AbortSignal | undefined;

export function deliverAtExit(client: Client): void {
  waiting.add(client);
  if (listening) return;
  listening = true;
  const host: Host = globalThis as Host;
  host.process?.on?.("beforeExit", () => {
    ending ??= AbortSignal.timeout(EXIT_MS);
    for (const each of waiting) each.flushAtExit(ending);
    waiting.clear();
  });
}
