/** A graph over time: sessions, their messages, and the periods in which the memory held units. */
import * as z from "zod";
import { QueryTime, queryCount } from "../../query-values.ts";
import { several } from "../graph-queries.ts";
import { BEAD_ROLES } from "./flow-bounds.ts";

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

/** Number of equal bins into which the service divides the requested time range. */
export const FLOW_BINS = 96;
/** Maximum messages to list one by one. */
export const MAX_FLOW_BEADS = 1_200;
/** Maximum marks (writes, reads, removals) to list for one unit. */
export const MAX_LIFE_MARKS = 60;
/** Maximum characters of a message's text. */
export const MAX_BEAD_CHARS = 120;

const LIFE_MARKS = ["born", "version", "again", "read", "removed", "replaced"] as const;

export const FlowQuery = z.object({
  from: QueryTime.optional().meta({ description: "by default the first record" }),
  to: QueryTime.optional().meta({
    description: "end of the range, inclusive; by default the last record",
  }),
  roles: several(z.enum(BEAD_ROLES)).meta({ description: "roles of the messages; by default all" }),
  lanes: queryCount(0, 10_000_000)
    .default(0)
    .meta({ description: "number of sessions to skip, for paging" }),
  units: queryCount(0, 10_000_000)
    .default(0)
    .meta({ description: "number of memory units to skip, for paging" }),
});

const Bead = z.object({
  variable: z.string(),
  role: z.enum(BEAD_ROLES),
  lane: Count.describe("index in `lanes`"),
  at: Time,
  text: z.string().describe(`the first ${MAX_BEAD_CHARS} characters`),
});

const Lane = z.object({
  session: z.string().nullable().describe("null for variables without a session"),
  name: z.string().nullable(),
  category: z.string().nullable(),
  from: Time.describe(
    "`from` and `to`: times of the session's first and last variable in the range",
  ),
  to: Time,
  messages: Count,
  cells: z
    .array(z.tuple([Count, Count]))
    .describe(
      "pairs of a bin's index and a number of messages: those in the bin that `beads` does not list",
    ),
});

const LifeMark = z.object({
  kind: z.enum(LIFE_MARKS),
  variable: z.string().describe("the version"),
  op: z.string().nullable(),
  opName: z.string().nullable(),
  at: Time,
  count: Count.describe(
    "number of marks of this kind that were merged, because they are in the same bin",
  ),
});

const Life = z.object({
  name: z.string().describe("full name of the unit"),
  touches: Count.describe(
    "number of the unit's versions, reads and removals in the range; a search that returned the unit counts as a read",
  ),
  held: z
    .array(z.tuple([Time, Time.nullable()]))
    .describe(
      "time spans in which the memory held the unit; an end of null means that the memory still holds the unit at the end of the graph",
    ),
  marks: z.array(LifeMark),
  unlisted: Count.describe("number of marks in the range that are not listed"),
});

export const Flow = z
  .object({
    graph: z
      .object({ from: Time, to: Time })
      .nullable()
      .describe("times of the first and last record; null for a graph without variables"),
    from: Time.nullable(),
    to: Time.nullable(),
    lanes: z
      .array(Lane)
      .describe("sessions with a variable in the range, in the order of their first variable"),
    beads: z.array(Bead),
    lives: z.array(Life).describe("the units with the most versions and uses in the range"),
    bins: z
      .array(z.object({ messages: Count, versions: Count, uses: Count }))
      .describe("totals of the range, including sessions and units that are not listed"),
    counts: z.object({ lanes: Count, messages: Count, units: Count }),
  })
  .meta({ id: "Flow" });

export type FlowQuery = z.infer<typeof FlowQuery>;
export type Flow = z.infer<typeof Flow>;
export type FlowLane = z.infer<typeof Lane>;
export type FlowBead = z.infer<typeof Bead>;
export type FlowLife = z.infer<typeof Life>;
export type FlowLifeMark = z.infer<typeof LifeMark>;
