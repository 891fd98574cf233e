/**
 * Figures about the memory units of all graphs of a project. They come from the ledgers of the
 * graphs; a ledger lists the memory units of one graph.
 */
import * as z from "zod";
import { LEDGER_FLAGS } from "./ledger-words.ts";

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

/** Maximum characters of a unit's text. */
export const MAX_NOTABLE_CHARS = 160;
/** Maximum units to list per graph. */
export const MAX_NOTABLE = 5;

export const MemoryQuery = z.object({
  flag: z.enum(LEDGER_FLAGS).optional().describe("only graphs with a unit that has this flag"),
  system: z.string().optional(),
});

export const NotableUnit = z.object({
  name: z.string().describe("full name of the unit"),
  text: z.string().describe(`the first ${MAX_NOTABLE_CHARS} characters of its latest version`),
  flags: z.array(z.enum(LEDGER_FLAGS)),
  answers: Count.describe("number of answers based on the unit"),
  wrong: Count.describe("number of wrong answers that the unit caused"),
});

const Flags = z.record(z.enum(LEDGER_FLAGS), Count).describe("number of units with each flag");

export const GraphMemory = z
  .object({
    graph: z.string(),
    user: z.string().nullable(),
    system: z.string().nullable(),
    units: Count,
    held: Count.describe("number of units that the memory holds at the end of the graph"),
    wrong: Count.describe("number of units that caused a wrong answer"),
    emptySearches: Count,
    flags: Flags,
    changedAt: Time.nullable().describe("time of the latest version of a unit"),
    countedAt: Time,
    isCurrent: z.boolean().describe("false if events arrived after MemTrace counted the graph"),
    notable: z
      .array(NotableUnit)
      .describe(
        "first units that caused wrong answers, then units with flags, the most severe first",
      ),
  })
  .meta({ id: "GraphMemory" });

export const MemoryFigures = z.object({
  graphs: Count.describe("number of counted graphs that pass the filter"),
  uncounted: Count.describe("number of the project's graphs that were never counted"),
  units: Count,
  held: Count,
  wrong: Count,
  searches: Count,
  emptySearches: Count.describe("searches that found nothing"),
  flags: Flags,
});

export const UncountedGraphs = z.object({
  items: z.array(z.string()).describe("ids of graphs, last changed first"),
});

export type MemoryQuery = z.infer<typeof MemoryQuery>;
export type NotableUnit = z.infer<typeof NotableUnit>;
export type GraphMemory = z.infer<typeof GraphMemory>;
export type MemoryFigures = z.infer<typeof MemoryFigures>;
