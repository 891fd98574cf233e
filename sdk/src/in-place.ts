/** `@memtrace/sdk/in-place`: a stretch of code that changes an object. */
import type { MemTrace } from "./client.ts";
import { encode } from "./encode.ts";
import type { MutateOptions } from "./options.ts";
import { traceFunction } from "./trace-function.ts";

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
