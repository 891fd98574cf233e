/** What the client reports instead of throwing into the app. */
import { encode } from "./encode.ts";

export interface Problem {
  /**
   * `off`: nothing is traced, for want of a key or of AsyncLocalStorage. `rejected`: the service
   * refused one event. `retrying`: a batch failed for the first time and is tried again.
   * `undelivered`: a batch was given up, or the process ends with events waiting. `dropped`: the
   * queue was full. `undeclared`: in a strict graph a value changed without `mutate`. `internal`:
   * a value could not be recorded. `prompts`: which prompts are served is not known for now.
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
  declare readonly undelivered: number;

  /** @internal */
  constructor(undelivered: number, url: string, failure: Failure | undefined) {
    const reason = failure?.message ?? "no answer";
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

export type Report = (
  code: Problem["code"],
  message: string,
  count: number,
  more?: Pick<Problem, "index" | "reason" | "cause">,
) => void;

/** Calls the app's hook, or warns once per kind of problem; a failing hook changes nothing. */
export function createReporter(onError: ((problem: Problem) => void) | undefined): Report {
  const warned = new Set<string>();
  return (code, message, count, more) => {
    try {
      if (onError) return onError({ code, message, count, ...more });
      if (warned.has(code)) return;
      warned.add(code);
      // biome-ignore lint/suspicious/noConsole: the one way to reach a developer who set no hook
      console.warn(`[memtrace] ${code}: ${message}`);
    } catch {
      // The app's hook failed: tracing must not.
    }
  };
}
