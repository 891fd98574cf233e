/** `@memtrace/sdk/in-place`: records changes that code makes to an object in place. */
import type { MemTrace } from "../core/client.ts";
import { encode } from "../core/encode.ts";
import type { MutateOptions } from "../core/options.ts";
import { traceFunction } from "../core/trace-function.ts";

/**
 * Runs the body, then records the changed object as its next version. Links the version from the
 * previous version and from `inputs`. If the body throws or rejects, records nothing.
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
