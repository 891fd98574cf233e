/** The public surface of @memtrace/sdk. */
export { MemTrace } from "./client.ts";
export type { Mask, Timers } from "./delivery.ts";
export type {
  Answer,
  GraphOptions,
  Judgement,
  LinkOptions,
  MemTraceOptions,
  MethodOptions,
  MutateOptions,
  OperationOptions,
  SessionOptions,
  Verdict,
} from "./options.ts";
export { DeliveryError, type Problem } from "./problem.ts";
export type { Description, Variable } from "./variable.ts";
export type { TraceEvent } from "./wire.ts";
