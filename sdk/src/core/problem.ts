/** Problems that the client reports instead of throwing into the app. */
import { encode, read } from "./encode.ts";

export interface Problem {
  /**
   * `off`: the key or AsyncLocalStorage is missing, so the client traces nothing.
   * `rejected`: the service refused one event.
   * `retrying`: a batch failed for the first time, and the client retries.
   * `undelivered`: the client gave up a batch, or the process ended with waiting events.
   * `dropped`: the queue was full.
   * `undeclared`: in a strict graph, a value changed without `mutate`.
   * `internal`: the client could not record a value.
   * `prompts`: the client could not get the prompts from the service.
   */
  readonly code:
    | "off"
    | "rejected"
    | "retrying"
    | "undelivered"
    | "dropped"
    | "undeclared"
    | "internal"
    | "prompts";
  readonly message: string;
  /** Number of affected events. */
  readonly count: number;
  /** Only for a rejected event: its index in the batch, from 0. */
  readonly index?: number;
  readonly reason?: string;
  readonly cause?: unknown;
}

export interface DeliveryFailure {
  /** Whether a retry can succeed. */
  retry: boolean;
  message: string;
  waitMs?: number | undefined;
  cause?: unknown;
}

/** `flush` and `close` reject with this error if the service has not accepted all events. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** Events lost since the last flush, plus events that still wait. */
  declare readonly undelivered: number;

  /** @internal */
  constructor(undelivered: number, url: string, failure: DeliveryFailure | undefined) {
    const reason = failure?.message ?? "no answer";
    super(`${undelivered} events not delivered to ${url}: ${reason}`, failure);
    this.undelivered = undelivered;
  }
}

/**
 * Returns a message that says why a request failed. Some hosts put the message into the error's
 * `cause`. An AggregateError has no message, so the function returns its code.
 */
export function errorMessage(error: unknown): string {
  const root = read(error, "cause") ?? error;
  return (read(root, "message") || read(root, "code") || encode(root)) as string;
}

export type ReportProblem = (
  code: Problem["code"],
  message: string,
  count: number,
  more?: Pick<Problem, "index" | "reason" | "cause">,
) => void;

/**
 * Returns a function that reports a problem. The function calls the app's hook and ignores the
 * hook's errors. If there is no hook, it warns once per kind of problem.
 */
export function createReporter(onError: ((problem: Problem) => void) | undefined): ReportProblem {
  const warned = new Set<string>();
  return (code, message, count, more) => {
    try {
      if (onError) return onError({ code, message, count, ...more });
      if (warned.has(code)) return;
      warned.add(code);
      // biome-ignore lint/suspicious/noConsole: only the console reaches a developer who set no hook
      console.warn(`[memtrace] ${code}: ${message}`);
    } catch {
      // A failing hook must not break tracing.
    }
  };
}
