import type { AppendAnswer } from "../../src/event-store/log/graph-log.ts";
import type { IncomingEvents } from "../../src/event-store/log/incoming-events.ts";
import type { AppendResult } from "../../src/http/context.ts";
import { failure, success } from "../../src/protocol/result.ts";

interface Appender {
  append(batch: string | undefined, events: IncomingEvents): Promise<AppendAnswer>;
}

/** Retries once, with a new stub: a stub cannot be used again after a failure. */
export async function appendWithRetry(
  stub: () => Appender,
  batch: string | undefined,
  events: IncomingEvents,
): Promise<AppendResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { accepted, duplicates, repeated } = await stub().append(batch, events);
      return success({ accepted, duplicates, repeated });
    } catch (error) {
      if (failedWith(error, "overloaded")) return failure("overloaded");
      if (!failedWith(error, "retryable") || attempt > 1) throw error;
    }
  }
}

/**
 * Whether the runtime put this mark on the error. A call that failed with `retryable` can be
 * repeated safely; a call that failed with `overloaded` cannot.
 */
function failedWith(error: unknown, mark: "overloaded" | "retryable"): boolean {
  return error instanceof Error && mark in error && error[mark as keyof Error] !== undefined;
}
