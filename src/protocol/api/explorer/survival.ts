/** What happened to each fact that a message states. */
import * as z from "zod";
import { ERROR_TYPES } from "../../error-types.ts";

export const FACT_KINDS = ["time", "number", "name", "statement"] as const;

/**
 * - `kept`: after the last operation of the graph, a memory unit states the fact.
 * - `lost`: an operation read the fact and did not pass it on, or removed the unit with the fact.
 * - `not-read`: none of the operations that feed the memory read the message.
 */
export const FATES = ["kept", "lost", "not-read"] as const;

/** Maximum characters of a fact's statement. */
export const MAX_FACT_CHARS = 200;

export const FactQuery = z.object({
  kind: z.enum(FACT_KINDS).optional(),
  fate: z.enum(FATES).optional(),
  op: z.string().optional().describe("name of the operation that lost the fact"),
});

export const MessageFact = z
  .object({
    message: z.string().describe("id of the message"),
    at: z.iso.datetime().describe("time of the message"),
    session: z.string().nullable(),
    kind: z.enum(FACT_KINDS),
    detail: z.string().describe("the words that the tracer follows"),
    statement: z.string().describe("the sentence of the message that states the fact"),
    fate: z.enum(FATES),
    wasStored: z.boolean().describe("whether a memory unit ever stated the fact"),
    errorType: z
      .enum(ERROR_TYPES)
      .nullable()
      .describe("the error type that describes how the fact was lost"),
    op: z.string().nullable().describe("id of the operation that lost the fact"),
    opName: z.string().nullable(),
    carrier: z.string().nullable().describe("id of the last variable that stated the fact"),
  })
  .meta({ id: "MessageFact" });

export type FactKind = (typeof FACT_KINDS)[number];
export type Fate = (typeof FATES)[number];
export type FactQuery = z.infer<typeof FactQuery>;
export type MessageFact = z.infer<typeof MessageFact>;

/**
 * A group of facts of one graph that all have the same day, kind, fate and so on. The service does
 * not store the facts, but only how many facts each group has.
 */
export const FactGroup = z.object({
  day: z.string().describe("day of the messages, as YYYY-MM-DD"),
  kind: z.enum(FACT_KINDS),
  fate: z.enum(FATES),
  wasStored: z.boolean(),
  errorType: z.enum(ERROR_TYPES).nullable(),
  opName: z.string().nullable(),
  count: z.number().int().min(1),
});

export type FactGroup = z.infer<typeof FactGroup>;
