/** The ledger of a graph's memory: one entry per unit, and the searches that found nothing. */
import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { several } from "../graph-queries.ts";
import { LEDGER_FLAGS, LEDGER_SORTS } from "./ledger-words.ts";

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

/** Maximum characters of a text in the ledger. */
export const MAX_LEDGER_CHARS = 300;
/** In the list, each unit has at most this many writers and at most this many messages. */
export const MAX_LEDGER_ENDS = 3;
/**
 * A request for one unit lists its writers, its reads and its answers. Each of the three lists has
 * at most this many entries.
 */
export const MAX_UNIT_ENDS = 100;
/** Maximum variables to list as the reason for a unit's flag. */
export const MAX_PROOF = 5;
/** A ledger takes into account at most this many wrong answers of its graph: the newest ones. */
export const MAX_LEDGER_CASES = 2_000;

export const LedgerQuery = z.object({
  flags: several(z.enum(LEDGER_FLAGS)).meta({ description: "only units with all of these flags" }),
  state: z.enum(["held", "gone"]).optional().meta({
    description:
      "`held`: only units that the memory holds at the end of the graph; `gone`: only units that the memory no longer holds",
  }),
  writer: z
    .string()
    .optional()
    .meta({ description: "only units that an operation of this name wrote" }),
  q: z.string().min(1).max(200).optional().meta({
    description: "only units with this text in their name or latest value; ignores case",
  }),
  sort: z.enum(LEDGER_SORTS).default("changed").meta({
    description:
      "`changed`, `first`: by the time of the latest or the first version; `answers`: by the number of answers based on the unit; `wrong`: by the number of wrong answers that the unit caused",
  }),
  order: z.enum(["asc", "desc"]).default("desc"),
});

const Quoted = z.object({
  variable: z.string(),
  text: z.string().describe(`the first ${MAX_LEDGER_CHARS} characters`),
});

const UnitRead = z.object({
  op: z.string(),
  opName: z.string(),
  version: z.string().describe("the version that was read"),
  at: Time,
  query: Quoted.nullable().describe("what the step searched for, if it is recorded"),
  rank: Count.nullable().describe(
    "starting at 1; `rank` in the link's metadata if it is recorded, otherwise the unit's position among the units of the step",
  ),
  score: z.number().nullable().describe("the score in the link's metadata or comment"),
});

const UnitFlag = z.object({
  flag: z.enum(LEDGER_FLAGS),
  proof: z
    .array(z.string())
    .describe(
      `at most ${MAX_PROOF} variables that show why the flag is set; see the route's description`,
    ),
});

const Writers = z.array(z.object({ op: z.string(), name: z.string() }));

export const LedgerUnit = z.object({
  name: z.string().describe("full name of the unit"),
  variable: z.string().describe("its latest version"),
  text: z.string().describe(`the first ${MAX_LEDGER_CHARS} characters of the latest version`),
  length: Count,
  isHeld: z.boolean().describe("whether the memory holds the unit at the end of the graph"),
  firstAt: Time,
  changedAt: Time.describe("time of the latest version"),
  lastReadAt: Time.nullable(),
  writers: Writers.describe(
    `operations that wrote a version, the latest first; at most ${MAX_LEDGER_ENDS}`,
  ),
  messages: z
    .array(z.string())
    .describe(`messages behind the latest version, nearest first; at most ${MAX_LEDGER_ENDS}`),
  reads: z.array(UnitRead).describe("the latest read"),
  counts: z.object({
    versions: Count,
    writers: Count,
    reads: Count.describe(
      "number of links to operations that read or returned the unit, except operations that changed the unit",
    ),
    removals: Count,
    answers: Count.describe("number of answers based on the unit"),
    wrong: Count.describe(
      "number of wrong answers that the unit caused according to their verdicts",
    ),
  }),
  flags: z.array(UnitFlag),
});

export const LedgerFigures = z.object({
  units: Count.describe("number of units in the whole graph"),
  held: Count,
  matching: Count.describe("number of units that pass the filter"),
  flags: z
    .record(z.enum(LEDGER_FLAGS), Count)
    .describe("number of units in the whole graph by flag"),
  emptySearches: Count,
  isCurrent: z
    .boolean()
    .describe(
      "false if the list does not contain the latest events yet: a worker computes the ledger of a very large graph in advance",
    ),
});

const UnitAnswer = Quoted.extend({ at: Time });

const UnitCase = z.object({
  id: z.string(),
  query: z.string().describe(`the first ${MAX_LEDGER_CHARS} characters`),
  errorType: ErrorType.nullable(),
  opName: z.string().nullable(),
});

export const LedgerEntry = LedgerUnit.extend({
  writers: Writers.describe(`the latest first; at most ${MAX_UNIT_ENDS}`),
  reads: z.array(UnitRead).describe(`the latest first; at most ${MAX_UNIT_ENDS}`),
  sources: z
    .array(Quoted.extend({ chars: Count }))
    .nullable()
    .describe(
      "messages that blame finds for the latest version, with the number of characters from each message; null if blame would cost too much: request `blame` instead",
    ),
  answers: z.array(UnitAnswer).describe(`latest first; at most ${MAX_UNIT_ENDS}`),
  cases: z
    .array(UnitCase)
    .describe("wrong answers that the unit caused according to their verdicts"),
}).meta({ id: "LedgerEntry" });

export const EmptySearch = z.object({
  op: z.string(),
  opName: z.string(),
  at: Time,
  session: z.string().nullable(),
  query: Quoted.nullable(),
});

export type LedgerQuery = z.infer<typeof LedgerQuery>;
export type LedgerUnit = z.infer<typeof LedgerUnit>;
export type LedgerFigures = z.infer<typeof LedgerFigures>;
export type LedgerEntry = z.infer<typeof LedgerEntry>;
export type UnitRead = z.infer<typeof UnitRead>;
export type EmptySearch = z.infer<typeof EmptySearch>;
