/**
 * Delivers events if a script ends without a flush. Node does not exit while work that a
 * `beforeExit` listener started still runs. All clients share one listener. A client adds the
 * listener when it queues the first event, so importing the SDK has no side effect.
 */
import { EXIT_MS } from "../core/bounds.ts";

interface Client {
  /** Delivers the waiting events. The client aborts its requests when the signal aborts. */
  flushAtExit(ending: AbortSignal): void;
}

interface Host {
  process?: { on?: (event: "beforeExit", listener: () => void) => void };
}

/** Clients that still have undelivered events. */
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
