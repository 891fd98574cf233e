/**
 * Reads and writes the fields for which smartcomment's format has no place. An export writes them
 * under the key `memtrace`, which smartcomment ignores. So importing the export gives the same
 * graph again.
 */
import * as z from "zod/mini";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Operation, Session, Variable, Verdict } from "../model.ts";
import { FIRST_TIME, LAST_TIME } from "./file-time.ts";
import { isObject, type Json } from "./record-fields.ts";

export const EXTRA = "memtrace";

const Text = z.string().check(z.minLength(1));
/** Not every parser can read a time outside this range. */
const Time = z.int().check(z.minimum(FIRST_TIME), z.maximum(LAST_TIME));
const VariableExtra = z.strictObject({
  mutates: z.optional(Text),
  length: z.optional(z.int()),
});
const OperationExtra = z.strictObject({
  status: z.optional(z.enum(["running", "ok", "error"])),
  error: z.optional(z.string()),
  startedAt: z.optional(Time),
  endedAt: z.optional(Time),
});
const SessionExtra = z.strictObject({ user: z.optional(Text) });
const VerdictRecord = z.strictObject({
  ...{
    id: Text,
    at: Time,
    session: z.optional(Text),
    query: z.string(),
    queryId: z.optional(Text),
  },
  ...{ prediction: z.string(), predictionId: z.optional(Text), expected: z.array(z.string()) },
  ...{
    score: z.number().check(z.minimum(0), z.maximum(1)),
    evidence: z.array(Text),
    reason: z.optional(z.string()),
  },
  // Keep the metadata object itself, because a copy would lose a key named `__proto__`.
  metadata: z.optional(z.custom<Json>(isObject)),
});
const DataExtra = z.strictObject({ verdicts: z.array(VerdictRecord).check(z.minLength(1)) });

export type VariableExtra = z.infer<typeof VariableExtra>;
type OperationExtra = z.infer<typeof OperationExtra>;

/* If the field `memtrace` has an unexpected form, it counts as an ordinary field of the record. */
export const variableExtra = (record: Json): VariableExtra => extraOf(VariableExtra, record);
export const operationExtra = (record: Json): OperationExtra => extraOf(OperationExtra, record);
export const sessionExtra = (record: Json) => extraOf(SessionExtra, record);

/** Returns undefined if the file has no verdicts, an invalid verdict, or two with one id. */
export function verdictsOf(data: Json): Verdict[] | undefined {
  // There can be millions of verdicts. This check stops at the first invalid one.
  if (!z.validate(DataExtra, data[EXTRA])) return undefined;
  const { verdicts }: Partial<z.infer<typeof DataExtra>> = extraOf(DataExtra, data);
  const ids = new Set(verdicts?.map(({ id }) => id));
  return ids.size === verdicts?.length ? (verdicts as Verdict[]) : undefined;
}

function extraOf<T extends object>(schema: z.ZodMiniType<T>, record: Json): Partial<T> {
  const given = record[EXTRA];
  if (given === undefined) return {};
  const read = schema.safeParse(given);
  return read.success ? read.data : {};
}

/**
 * Returns JSON text that is appended to the other fields of a record. It is empty if the record has
 * no extra fields.
 */
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

export function extraOfGraph({ verdicts }: EvolutionGraph): Json {
  return verdicts.length === 0 ? {} : { [EXTRA]: { verdicts } };
}
