/** Redaction: the values that a project replaces before storing anything. */
import * as z from "zod";
import { listOf } from "../bounded-inputs.ts";
import { MAX_REDACTED_TRY_CHARS } from "../limits.ts";

/** Built-in kinds of redacted values. */
const REDACTED_KINDS = ["email", "phone", "card", "iban", "ip", "secret"] as const;
export const RedactedKind = z.enum(REDACTED_KINDS);

const OwnName = z
  .string()
  .max(32)
  .regex(
    /^[a-z][a-z0-9-]*$/,
    "must begin with a letter a to z and contain only a to z, 0 to 9 and -",
  )
  .refine((name) => !REDACTED_KINDS.some((kind) => kind === name), "is the name of a known kind");

export const RedactionSettings = z
  .object({
    kinds: listOf(RedactedKind, REDACTED_KINDS.length)
      .default([])
      .describe(
        "the known kinds of values to redact. If there are none, and no patterns or lists of your own, redaction is off",
      ),
    patterns: listOf(
      z.object({
        name: OwnName.describe("appears in the pseudonyms"),
        pattern: z
          .string()
          .min(1)
          .max(300)
          .describe("ECMAScript syntax with the flag u, without look-around and backreferences"),
      }),
      20,
    )
      .default([])
      .describe("own patterns; a match has at most 256 characters"),
    lists: listOf(
      z.object({
        name: OwnName.describe("appears in the pseudonyms"),
        words: listOf(z.string().min(1).max(100), 5_000).describe(
          "words, or names of several words; upper and lower case do not matter",
        ),
      }),
      20,
    )
      .default([])
      .describe("own word lists"),
  })
  .meta({ id: "RedactionSettings" });

export const RedactionTry = z
  .object({
    text: z.string().max(MAX_REDACTED_TRY_CHARS),
    settings: RedactionSettings.optional().describe(
      "settings to try instead of the stored ones; nothing is stored",
    ),
  })
  .meta({ id: "RedactionTry" });

const Count = z.object({ kind: z.string(), count: z.number().int() });

export const RedactionTried = z
  .object({
    text: z.string().describe("the text as it would be stored"),
    counts: z.array(Count).describe("what would be redacted, by kind"),
  })
  .meta({ id: "RedactionTried" });

const Day = z.object({ day: z.string().describe("day in UTC"), counts: z.array(Count) });

export const RedactionCounts = z
  .object({ days: z.array(Day).describe("the last thirty days with redacted values") })
  .meta({ id: "RedactionCounts" });

export type RedactedKind = z.infer<typeof RedactedKind>;
export type RedactionSettings = z.infer<typeof RedactionSettings>;
export type RedactionTry = z.input<typeof RedactionTry>;
export type RedactionTried = z.infer<typeof RedactionTried>;
export type RedactionDay = z.infer<typeof Day>;
export type RedactionCounts = z.infer<typeof RedactionCounts>;
