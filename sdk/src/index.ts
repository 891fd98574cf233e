/** The public surface of @memtrace/sdk. */
export { MemTrace } from "./client.ts";
export type { Timers } from "./delivery.ts";
export type {
  GraphOptions,
  LinkOptions,
  MemTraceOptions,
  OperationOptions,
  SessionOptions,
  Verdict,
} from "./options.ts";
export { DeliveryError, type Problem } from "./problem.ts";
export type { Description, Variable } from "./variable.ts";
