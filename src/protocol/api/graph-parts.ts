/**
 * A request can describe a part of a graph with this schema. For example, a part can be a walk that
 * starts at a variable, or the union of two other parts.
 */
import * as z from "zod";
import { Instant } from "../events/events.ts";
import { parseJson } from "../json/json-text.ts";
import { unknownFields } from "../unknown-fields.ts";
import { SearchHitView, several, WalkQuery } from "./graph-queries.ts";

const MAX_TEXT_CHARS = 8_000;
/**
 * Maximum parts in one request. The number is small, because for some parts the service follows
 * links through the whole graph.
 */
const MAX_PARTS = 16;
const MAX_IDS = 500;

const Ids = z.array(z.string()).max(MAX_IDS);
const filter = {
  from: Instant.optional(),
  to: Instant.optional(),
  categories: Ids.optional(),
  sessions: Ids.optional(),
};

export type PartOfGraph =
  | { part: "whole" }
  | { part: "variables" | "operations"; ids: string[] }
  | ({ part: "walk"; variable: string } & Walk)
  | { part: "around" | "children"; variable: string }
  | { part: "writers"; variable: string; category?: string | undefined }
  | ({ part: "filter"; of: PartOfGraph; outside?: boolean | undefined } & Filter)
  | { part: "union" | "intersection"; of: PartOfGraph[] }
  | { part: "difference" | "symmetricDifference"; of: [PartOfGraph, PartOfGraph] };

type Filter = z.infer<z.ZodObject<typeof filter>>;
type Walk = z.infer<typeof WalkQuery>;

const PartOfGraph: z.ZodType<PartOfGraph> = z.lazy(() =>
  z.discriminatedUnion("part", [
    z.object({ part: z.literal("whole") }),
    z.object({ part: z.enum(["variables", "operations"]), ids: Ids }),
    z.object({
      ...{ part: z.literal("walk"), variable: z.string(), ...filter },
      direction: WalkQuery.shape.direction,
      maxDepth: z.number().int().min(0).optional(),
      operations: Ids.optional(),
      siblingInputs: z.boolean().default(false),
    }),
    z.object({ part: z.enum(["around", "children"]), variable: z.string() }),
    z.object({
      ...{ part: z.literal("writers"), variable: z.string(), category: z.string().optional() },
    }),
    z.object({
      ...{ part: z.literal("filter"), of: PartOfGraph, ...filter },
      outside: z.boolean().optional(),
    }),
    z.object({
      part: z.enum(["union", "intersection"]),
      of: z.array(PartOfGraph).min(1).max(MAX_PARTS),
    }),
    z.object({
      part: z.enum(["difference", "symmetricDifference"]),
      of: z.tuple([PartOfGraph, PartOfGraph]),
    }),
  ]),
);

/** A query parameter with a part as JSON. */
const PartText = z
  .string()
  .max(MAX_TEXT_CHARS)
  .transform((text, context): PartOfGraph => {
    const problem = (message: string) => {
      context.addIssue(message);
      return z.NEVER;
    };
    const parsed = parseJson(text);
    if (!parsed.ok) return problem("is not JSON");
    const [unknown] = unknownFields(PartOfGraph, parsed.value);
    if (unknown !== undefined) return problem(unknown);
    const read = PartOfGraph.safeParse(parsed.value);
    if (!read.success) {
      const [issue] = read.error.issues;
      return problem(`${issue?.path.join(".") || "the part"}: ${issue?.message}`);
    }
    return partsIn(read.data) > MAX_PARTS
      ? problem(`names more than ${MAX_PARTS} parts`)
      : read.data;
  });

function partsIn(part: PartOfGraph): number {
  const inner = "of" in part ? [part.of].flat() : [];
  return inner.reduce((sum, each) => sum + partsIn(each), 1);
}

const PART = 'as JSON, for example `{"part":"walk","variable":"m1@1"}`';

export const PartParam = PartText.optional().meta({
  description: `part of the graph ${PART}; without it, the whole graph`,
});

export const PartQuery = z.object({
  of: PartParam,
  with: PartText.optional().meta({ description: `a second part to compare with, ${PART}` }),
  kinds: several(z.enum(["variable", "link", "operation"])).meta({
    description: "kinds of records to list; by default all",
  }),
  ends: z.enum(["roots", "leaves"]).optional().meta({
    description:
      "roots: only variables that no link of the part enters; leaves: only variables that no link leaves",
  }),
});

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

export const PartRecord = SearchHitView.omit({ match: true }).extend({
  ends: z
    .object({ op: z.string(), from: z.string(), to: z.string() })
    .nullable()
    .describe(
      "for a link: its operation, and the variables at which it starts and ends; null for other records",
    ),
});

/**
 * Figures about the whole part of the graph, such as its number of links. A list of the part's
 * records has several pages, and every page repeats these figures.
 */
export const PartFigures = z.object({
  variables: Count,
  links: Count,
  operations: Count,
  from: Time.nullable().describe("time of the earliest variable; null without variables"),
  to: Time.nullable(),
  relation: z
    .enum(["equal", "subset", "superset", "neither"])
    .nullable()
    .describe("relation of this part to the part in `with`"),
});

export const GraphSessionsQuery = z.object({
  behind: z.string().optional().meta({
    description: "only sessions of this variable and its ancestors",
  }),
  after: z.string().optional().meta({
    description: "only sessions of this variable and its descendants",
  }),
});

export const GraphSession = z.object({
  id: z.string(),
  name: z.string().nullable(),
  category: z.string().nullable(),
  comment: z.string().nullable(),
  user: z.string().nullable(),
  at: Time.nullable().describe("null if the session itself was not recorded"),
});

export type PartQuery = z.infer<typeof PartQuery>;
export type PartRecord = z.infer<typeof PartRecord>;
export type PartFigures = z.infer<typeof PartFigures>;
export type GraphSession = z.infer<typeof GraphSession>;
