/**
 * Lists the memory units, prompts and answers that were made from a variable. For each of them, the
 * list shows which words of the variable it repeats.
 */
import * as z from "zod";
import { several } from "../graph-queries.ts";
import { DERIVED_ROLES } from "./ledger-words.ts";

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

/** Maximum variables that the search for derived values visits. */
export const MAX_DERIVED = 20_000;
/** Maximum characters of a derived text. */
export const MAX_DERIVED_CHARS = 300;
/**
 * Maximum words to list for each derived value. These are words that the start variable also has.
 */
export const MAX_SHARED_WORDS = 20;

export const DerivedQuery = z.object({
  roles: several(z.enum(DERIVED_ROLES)).meta({ description: "by default all" }),
});

export const DerivedValue = z.object({
  variable: z.string(),
  name: z.string().describe("full name"),
  role: z
    .enum(DERIVED_ROLES)
    .describe(
      "`prompt`: a value that is labelled as prompt or context, or from which an answer was made",
    ),
  depth: Count.describe("smallest number of links from a start variable"),
  at: Time,
  text: z.string().describe(`the first ${MAX_DERIVED_CHARS} characters`),
  length: Count,
  isHeld: z
    .boolean()
    .nullable()
    .describe("for a unit: whether the memory holds exactly this version at the end of the graph"),
  removedBy: z.array(z.string()).describe("for a unit: operations that removed this version"),
  sharedWords: z
    .array(z.string())
    .describe(
      `content words of the start variable that the derived value repeats, at most ${MAX_SHARED_WORDS}`,
    ),
});

export const DerivedFigures = z.object({
  start: z.array(z.string()).describe("the variables at which the search started"),
  text: z.string().describe("the beginning of the value of the latest start variable"),
  units: Count,
  heldUnits: Count.describe("units that the memory still holds"),
  statedUnits: Count.describe(
    "number of these units that still repeat a word of the start variable",
  ),
  prompts: Count,
  answers: Count,
  isComplete: z.boolean().describe(`false if more than ${MAX_DERIVED} variables were derived`),
});

export type DerivedQuery = z.infer<typeof DerivedQuery>;
export type DerivedValue = z.infer<typeof DerivedValue>;
export type DerivedFigures = z.infer<typeof DerivedFigures>;
