/** The only schema of the events of `POST /v1/events`. Packs store events with these fields. */
import * as z from "zod";
import { listOf } from "../bounded-inputs.ts";
import { MAX_EVIDENCE, MAX_EXPECTED, MAX_VERSION } from "../limits.ts";
import { ADDRESSABLE, graphIdRules, idRules, NOT_ADDRESSABLE } from "./names.ts";

const OUT_OF_RANGE = "must lie in the years 0 to 9999";
/**
 * Milliseconds since the epoch, in years that ISO 8601 writes with four digits. So every stored
 * time can be written as text.
 */
const Milliseconds = z
  .number()
  .int()
  .min(Date.parse("0000-01-01T00:00:00.000Z"), OUT_OF_RANGE)
  .max(Date.parse("9999-12-31T23:59:59.999Z"), OUT_OF_RANGE);
/** Milliseconds since the epoch. A text in ISO 8601 is converted. */
export const Instant = z
  .union(
    [
      Milliseconds,
      z.iso
        .datetime({ offset: true })
        .transform((text) => Date.parse(text))
        .pipe(Milliseconds),
    ],
    { error: "must be ISO 8601 with a zone, or milliseconds since the epoch" },
  )
  .describe("ISO 8601 with a zone, or milliseconds since the epoch");

const Id = z.string().check(...idRules);
const GraphId = z
  .string()
  .check(...graphIdRules)
  .describe("the evolution graph: everything that reads or writes one memory store");
const Name = Id;
const EndUser = Name.regex(ADDRESSABLE, NOT_ADDRESSABLE);
const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.number({ error }).int(error).min(min, error).max(max, error);
};
const Metadata = z.record(z.string(), z.unknown());

const base = {
  id: Id.describe("unique within the graph; an event with a known id changes nothing"),
  graph: GraphId,
  at: Instant,
  seq: whole(0).optional().describe("breaks ties between events with equal `at`"),
  imported: Milliseconds.optional().describe(
    "time at which an imported record was first imported; if files contradict each other, the latest import wins",
  ),
};
const described = {
  category: Name.optional(),
  comment: z.string().optional(),
  metadata: Metadata.optional(),
  source: z
    .object({ file: z.string().nullish(), line: whole(0).nullish() })
    .optional()
    .describe("position in the source code of the traced program at which the record was made"),
  origin: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("fields of an imported record without a field in this format"),
};

export const GraphEvent = z.object({
  type: z.literal("graph"),
  ...base,
  user: EndUser.optional().describe("the end user whose memory this is"),
  system: Name.optional().describe("the memory system, for example mem0"),
  strict: z
    .boolean()
    .optional()
    .describe("whether to warn about changes that were not declared with `mutates`"),
  metadata: Metadata.optional(),
  origin: z.record(z.string(), z.unknown()).optional(),
});

export const SessionEvent = z.object({
  type: z.literal("session"),
  ...base,
  session: Id,
  name: Name.optional(),
  user: EndUser.optional(),
  ...described,
});

export const OperationEvent = z.object({
  type: z.literal("operation"),
  ...base,
  op: Id.describe(
    "the operation's id; another event with this id adds missing fields to the operation",
  ),
  session: Id.optional(),
  name: Name,
  startedAt: Instant.optional(),
  endedAt: Instant.optional(),
  status: z.enum(["running", "ok", "error"]).optional(),
  error: z.string().optional(),
  ...described,
});

const Splice = z
  .object({
    of: Id.describe("ref of the earlier value"),
    at: whole(0),
    remove: whole(0),
    insert: z.string(),
  })
  .describe("the value as a change of an earlier value; positions are in UTF-16 code units");

export const VariableEvent = z.object({
  type: z.literal("variable"),
  ...base,
  ref: Id.describe("the client's own id for this value"),
  session: Id.optional(),
  name: Name.describe("name of the value; all values with this name are its versions"),
  class: Name.optional(),
  version: whole(1, MAX_VERSION)
    .optional()
    .describe("the version number; if it is missing, the service numbers the version"),
  value: z.string().optional(),
  splice: Splice.optional(),
  length: z
    .number()
    .int()
    .optional()
    .describe("original length in characters, if the value was cut"),
  mutates: Id.optional().describe("ref of the value that this value replaces in place"),
  ...described,
});

export const LinkEvent = z.object({
  type: z.literal("link"),
  ...base,
  link: Id.optional().describe("the link's id, if it differs from the event's id"),
  op: Id,
  session: Id.optional(),
  from: Id.describe("ref or variable id"),
  to: Id.describe("ref or variable id"),
  ...described,
});

export const VerdictEvent = z.object({
  type: z.literal("verdict"),
  ...base,
  session: Id.optional(),
  query: z.string().min(1),
  queryRef: Id.optional().describe("ref or variable id of the query"),
  prediction: z.string(),
  predictionRef: Id.optional().describe("ref or variable id of the answer"),
  expected: listOf(z.string(), MAX_EXPECTED)
    .optional()
    .describe("right answers; omit the field if none is known"),
  score: z.number().min(0).max(1).describe("below 0.5 the answer counts as wrong and opens a case"),
  evidence: listOf(Id, MAX_EVIDENCE)
    .optional()
    .describe("refs or variable ids of the messages that contain the answer"),
  reason: z.string().optional().describe("the judge's own words"),
  metadata: Metadata.optional(),
});

export const TraceEvent = z.discriminatedUnion("type", [
  GraphEvent,
  SessionEvent,
  OperationEvent,
  VariableEvent,
  LinkEvent,
  VerdictEvent,
]);

export type GraphEvent = z.infer<typeof GraphEvent>;
export type SessionEvent = z.infer<typeof SessionEvent>;
export type OperationEvent = z.infer<typeof OperationEvent>;
export type VariableEvent = z.infer<typeof VariableEvent>;
export type LinkEvent = z.infer<typeof LinkEvent>;
export type VerdictEvent = z.infer<typeof VerdictEvent>;
export type TraceEvent = z.infer<typeof TraceEvent>;
export type Splice = z.infer<typeof Splice>;
