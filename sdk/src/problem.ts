/** What the client reports instead of throwing into the app. */
import { encode } from "./encode.ts";

export interface Problem {
  /**
   * `no_key`: nothing is traced. `rejected`: the service refused one event. `retrying`: a batch
   * failed for the first time and is tried again. `undelivered`: a batch was given up, or the
   * process ends with events waiting. `dropped`: the queue was full. `internal`: a value could not
   * be recorded.
   */
  readonly code: "no_key" | "rejected" | "retrying" | "undelivered" | "dropped" | "internal";
  readonly message: string;
  /** Events concerned. */
  readonly count: number;
  /** Of a rejected event: its place in the batch, from 0, and the service's own code. */
  readonly index?: number;
  readonly reason?: string;
  readonly cause?: unknown;
}

/** One failed attempt to deliver a batch. */
export interface Failure {
  transient: boolean;
  message: string;
  waitMs?: number | undefined;
  cause?: unknown;
}

/** What `flush` and `close` reject with: events that the service has not taken. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** Events given up or dropped since the last flush, and events still waiting. */
  readonly undelivered: number;

  /** @internal */
  constructor(undelivered: number, url: string, failure: Failure | undefined) {
    const reason = failure?.message ?? "no answer in time";
    super(`${undelivered} events were not delivered to ${url}: ${reason}`, failure);
    this.undelivered = undelivered;
  }
}

/** What went wrong in a request: hosts hide it in the cause, and a list of errors has only a code. */
export function reasonOf(error: unknown): string {
  const root: unknown = Object(error).cause ?? error;
  const { message, code } = Object(root);
  return message || code || encode(root);
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
