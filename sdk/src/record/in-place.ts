/** `@memtrace/sdk/in-place`: a stretch of code that changes an object. */
import type { MemTrace } from "../core/client.ts";
import { encode } from "../core/encode.ts";
import type { MutateOptions } from "../core/options.ts";
import { traceFunction } from "../core/trace-function.ts";

/**
 * Runs the body and records what it made of the object: the next version, with its lineage to the
 * one before and links from `inputs`. Where the body throws or rejects, nothing is recorded.
 */
export function changing<R>(
  memtrace: MemTrace,
  target: object,
  body: () => R,
  options: MutateOptions = {},
): R {
  if (!memtrace.enabled) return body();
  const known = memtrace.find(target);
  const value = encode(target);
  return traceFunction(body, () => ({
    inside: (run) => run(),
    end: () => memtrace.mutate(known ?? memtrace.variable(target, { value }), target, options),
    fail: () => undefined,
  }))();
}
