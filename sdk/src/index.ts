export { MemTrace } from "./core/client.ts";
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
} from "./core/options.ts";
export { DeliveryError, type Problem } from "./core/problem.ts";
export type { TraceEvent } from "./core/wire.ts";
export type { Mask, Timers } from "./deliver/delivery.ts";
export type { Description, Variable } from "./record/variable.ts";
