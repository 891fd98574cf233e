/**
 * What a graph says and smartcomment's form has no place for. An export has it under the one key
 * `memtrace`, which smartcomment passes over, so that our own export read again is the same graph.
 */
import * as z from "zod";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Operation, Session, Variable, Verdict } from "../model.ts";
import { isObject, type Json } from "./record-fields.ts";

export const EXTRA = "memtrace";

const Text = z.string().min(1);
const Time = z.number().int();
const VariableExtra = z.strictObject({
  mutates: Text.optional(),
  length: z.number().int().optional(),
});
const OperationExtra = z.strictObject({
  status: z.enum(["running", "ok", "error"]).optional(),
  error: z.string().optional(),
  startedAt: Time.optional(),
  endedAt: Time.optional(),
});
const SessionExtra = z.strictObject({ user: Text.optional() });
const VerdictRecord = z.strictObject({
  ...{ id: Text, at: Time, session: Text.optional(), query: z.string(), queryId: Text.optional() },
  ...{ prediction: z.string(), predictionId: Text.optional(), expected: z.array(z.string()) },
  ...{ score: z.number().min(0).max(1), evidence: z.array(Text), reason: z.string().optional() },
  // Taken as it is: a record that is copied loses a key called `__proto__`.
  metadata: z.custom<Json>(isObject).optional(),
});
const DataExtra = z.strictObject({ verdicts: z.array(VerdictRecord).min(1) });

export type VariableExtra = z.infer<typeof VariableExtra>;
type OperationExtra = z.infer<typeof OperationExtra>;

/* Of records; what has not the form that writing gives it is a field like any other. */
export const variableExtra = (record: Json): VariableExtra => extraOf(VariableExtra, record);
export const operationExtra = (record: Json): OperationExtra => extraOf(OperationExtra, record);
export const sessionExtra = (record: Json) => extraOf(SessionExtra, record);

/** Of the file's `data`; undefined where there are none. */
export function verdictsOf(data: Json): Verdict[] | undefined {
  const { verdicts }: Partial<z.infer<typeof DataExtra>> = extraOf(DataExtra, data);
  const ids = new Set(verdicts?.map(({ id }) => id));
  return ids.size === verdicts?.length ? (verdicts as Verdict[]) : undefined;
}

function extraOf<T extends object>(schema: z.ZodType<T>, record: Json): Partial<T> {
  const given = record[EXTRA];
  if (given === undefined) return {};
  const read = schema.safeParse(given);
  return read.success ? read.data : {};
}

/** As JSON that follows the other fields of a record; empty where there is nothing to say. */
export function extraOfVariable({ mutates, length }: Pick<Variable, "mutates" | "length">): string {
  if (mutates === undefined && length === undefined) return "";
  return written({ mutates, length });
}

export function extraOfOperation(operation: Omit<Operation, "id">): string {
  const { status, error, startedAt, endedAt } = operation;
  if (status === undefined && error === undefined && startedAt === undefined) {
    if (endedAt === undefined) return "";
  }
  return written({ status, error, startedAt, endedAt });
}

export function extraOfSession({ user }: Pick<Session, "user">): string {
  return user === undefined ? "" : written({ user });
}

function written(extra: object): string {
  return `,"${EXTRA}":${JSON.stringify(extra)}`;
}

/** Fields of the file's `data`. */
export function extraOfGraph({ verdicts }: EvolutionGraph): Json {
  return verdicts.length === 0 ? {} : { [EXTRA]: { verdicts } };
}
