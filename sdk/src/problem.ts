/** What the client reports instead of throwing into the app. */

export interface Problem {
  /**
   * `no_key`: nothing is traced. `rejected`: the service refused one event. `undelivered`: a batch
   * was given up. `dropped`: the queue was full. `internal`: a value could not be recorded.
   */
  readonly code: "no_key" | "rejected" | "undelivered" | "dropped" | "internal";
  readonly message: string;
  /** Events concerned. */
  readonly count: number;
  /** Of a rejected event: its place in the batch, from 0, and the service's own code. */
  readonly index?: number;
  readonly reason?: string;
  readonly cause?: unknown;
}

/** What `flush` and `close` reject with: events that the service has not taken. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** Events given up or dropped since the last flush, and events still waiting. */
  readonly undelivered: number;

  constructor(undelivered: number, cause: unknown) {
    super(`${undelivered} events were not delivered to MemTrace`, { cause });
    this.undelivered = undelivered;
  }
}

/** Calls the app's hook, or warns once per kind of problem; a failing hook changes nothing. */
export function createReporter(
  onError: ((problem: Problem) => void) | undefined,
): (problem: Problem) => void {
  const warned = new Set<string>();
  return (problem) => {
    try {
      if (onError) return onError(problem);
      if (warned.has(problem.code)) return;
      warned.add(problem.code);
      // biome-ignore lint/suspicious/noConsole: the one way to reach a developer who set no hook
      console.warn(`[memtrace] ${problem.message}`);
    } catch {
      // The app's hook failed: tracing must not.
    }
  };
}
