/**
 * Delivers the waiting events if a script ends without a flush. A listener for `beforeExit` sends
 * them, and Node ends only after this work. All clients share one listener. The client adds it when
 * it queues the first event, so importing the SDK has no side effect.
 */
import { EXIT_MS } from "../core/bounds.ts";

interface Client {
  /** Delivers the waiting events. If the signal aborts, the client aborts its requests. */
  flushAtExit(ending: AbortSignal): void;
}

interface Host {
  process?: { on?: (event: "beforeExit", listener: () => void) => void };
}

/** Clients with undelivered events. */
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
