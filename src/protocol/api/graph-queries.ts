/** Queries on one graph and their answers. Ids are opaque text; times are ISO 8601. */
import * as z from "zod";
import { QueryTime, queryCount } from "../query-values.ts";
import { VariableView } from "./api.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);
/** Returns the schema of a query parameter that can be repeated. A single value becomes a list. */
export const several = <T extends z.ZodType<string>>(item: T) =>
  z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(item).max(100).optional(),
  );
const flag = (preset: "true" | "false") =>
  z
    .enum(["true", "false"])
    .default(preset)
    .transform((text) => text === "true");

/** Filters for a search, or for the links that a query follows. */
const RecordFilter = z.object({
  from: QueryTime.optional().meta({ description: "earliest time, inclusive" }),
  to: QueryTime.optional().meta({ description: "latest time, inclusive" }),
  categories: several(z.string()).meta({
    description: "only records with one of these categories; may be given several times",
  }),
  sessions: several(z.string()).meta({
    description: "only records of these sessions, given by id; may be given several times",
  }),
  operations: several(z.string()).meta({ description: "only links of these operations" }),
});

export const WalkQuery = RecordFilter.extend({
  direction: z.enum(["forward", "backward", "both"]).default("backward"),
  maxDepth: queryCount(0, Number.MAX_SAFE_INTEGER).optional(),
  siblingInputs: flag("false").meta({
    description:
      "for each link followed forward: also include the other variables that the link's operation read for the link's target",
  }),
});

export const OperationQuery = z.object({
  first: several(z.string()).meta({
    description: "ids of variables and links of this operation that are always listed",
  }),
});

const VariableHead = VariableView.omit({ value: true });

/**
 * A step of a walk lists at most this many links. A version lists at most this many operations of
 * each kind, and at most this many sessions.
 */
export const MAX_LISTED = 100;

export const WalkStep = z.object({
  variable: VariableHead,
  depth: Count.nullable().describe(
    "smallest number of links from the start variable; null for a sibling input",
  ),
  links: z
    .array(
      z.object({
        ...{ id: z.string(), op: z.string(), opName: z.string() },
        ...{ from: z.string(), to: z.string() },
      }),
    )
    .describe(`the first ${MAX_LISTED} of the walk's links that enter the variable`),
  linkCount: Count.describe("total number of these links"),
});

const RECORD_KINDS = ["session", "operation", "variable", "link"] as const;
const SEARCH_FIELDS = ["name", "category", "comment", "value"] as const;

export const SearchGraphQuery = RecordFilter.extend({
  q: z.string().min(1).max(1_000).optional().meta({
    description: "text to find; without it, every record that passes the filters",
  }),
  syntax: z.enum(["plain", "regex"]).default("plain"),
  ignoreCase: flag("true"),
  kinds: several(z.enum(RECORD_KINDS)).meta({ description: "by default all" }),
  fields: several(z.enum(SEARCH_FIELDS)).meta({ description: "by default all" }),
  className: z.string().optional().meta({ description: "only variables of this class" }),
});

export const SearchHitView = z.object({
  kind: z.enum(RECORD_KINDS),
  id: z.string(),
  name: z.string().nullable(),
  category: z.string().nullable(),
  session: z.string().nullable(),
  at: Time,
  match: z
    .object({ field: z.enum(SEARCH_FIELDS), excerpt: z.string() })
    .nullable()
    .describe("null if the request has no text"),
});

const Ids = z.array(z.string());
export const VersionView = z.object({
  variable: VariableHead,
  writtenBy: Ids.describe(
    `ids of operations; this list and the next lists contain the first ${MAX_LISTED}`,
  ),
  readBy: Ids.describe("ids of operations that read the version, and of searches that returned it"),
  removedBy: Ids,
  opNames: z.record(z.string(), z.string()).describe("name of each listed operation, by id"),
  sessions: Ids.describe("sessions in which the version was written, read or removed"),
  counts: z
    .object({ writtenBy: Count, readBy: Count, removedBy: Count, sessions: Count })
    .describe("total numbers, even if only the first are listed"),
});

export const StoreQuery = z.object({
  at: QueryTime.optional().meta({ description: "the moment; by default the latest" }),
});

/** Maximum characters of a unit's value in the store. */
export const MAX_STORE_VALUE_CHARS = 10_000;

export const StoredUnit = VariableView.extend({
  value: z.string().describe(`up to ${MAX_STORE_VALUE_CHARS} characters`),
});

export const BlameSpanView = z.object({
  start: Count.describe("start of the span in the value, in UTF-16 code units"),
  end: Count,
  text: z.string(),
  variable: z.string().describe("the version that introduced the words"),
  operation: z.string().nullable().describe("operation that first wrote the version"),
  opName: z.string().nullable(),
  message: z.string().nullable().describe("message that shares the most words with the span"),
});

export const DifferenceQuery = z.object({
  from: z.string().optional().meta({
    description: "a variable id or a time; by default before the first event",
  }),
  to: z.string().optional().meta({
    description: "a variable id or a time; by default the latest",
  }),
  graph: z.string().optional().meta({
    description:
      "id of another graph to compare with, which counts as the later graph; not together with `from` and `to`",
  }),
});

/** Maximum characters of an added or removed value. */
export const MAX_DIFFERENCE_CHARS = 2_000;

export const DifferenceView = z.object({
  change: z.enum(["added", "removed", "changed"]),
  kind: z.enum(RECORD_KINDS),
  before: z.string().nullable().describe("id of the record before the change"),
  after: z.string().nullable().describe("id of the record after the change"),
  parts: z
    .array(z.object({ kind: z.enum(["same", "removed", "added"]), text: z.string() }))
    .nullable()
    .describe("the parts of a changed value, word by word"),
  value: z
    .string()
    .nullable()
    .describe(`up to ${MAX_DIFFERENCE_CHARS} characters of an added or removed variable`),
});

export const RenderQuery = WalkQuery.extend({
  format: z.enum(["markdown", "xml"]).default("markdown"),
  variable: z.string().optional().meta({
    description:
      "render the walk from this variable; by default everything that passes the filters",
  }),
  metadata: flag("false"),
  valueChars: queryCount(0, 20_000).default(2_000).meta({
    description: "characters shown of each value; 0 hides values",
  }),
});

export const GraphWarningView = z.object({
  code: z.enum([
    "waiting",
    "undeclared-change",
    "conflicting-value",
    "contradicting-record",
    "self-link",
    "unknown-operation",
  ]),
  subject: z.string().describe("id of the variable, operation or waiting event"),
  message: z.string().describe("the problem and the remedy"),
});

export type GraphWarningView = z.infer<typeof GraphWarningView>;
export type WalkQuery = z.infer<typeof WalkQuery>;
export type WalkStep = z.infer<typeof WalkStep>;
export type SearchGraphQuery = z.infer<typeof SearchGraphQuery>;
export type SearchHitView = z.infer<typeof SearchHitView>;
export type VersionView = z.infer<typeof VersionView>;
export type StoredUnit = z.infer<typeof StoredUnit>;
export type BlameSpanView = z.infer<typeof BlameSpanView>;
export type DifferenceQuery = z.infer<typeof DifferenceQuery>;
export type RenderQuery = z.infer<typeof RenderQuery>;
export type DifferenceView = z.infer<typeof DifferenceView>;
