import * as z from "zod";
import { VariableView } from "../api.ts";

const Count = z.number().int().min(0);
const Metadata = z.record(z.string(), z.unknown()).nullable();

/** Maximum links of each kind to list. */
export const MAX_VARIABLE_LINKS = 100;
export const MAX_LINK_COMMENT_CHARS = 2_000;
/** Maximum characters of a link's metadata as JSON. */
export const MAX_LINK_METADATA_CHARS = 2_000;

/** A value's role in the memory system. */
export const VARIABLE_ROLES = ["message", "query", "answer", "unit", "tombstone", "other"] as const;

const VariableLink = z.object({
  id: z.string(),
  op: z.string(),
  opName: z.string(),
  variable: z.string().describe("id of the variable at the other end"),
  category: z.string().nullable(),
  comment: z.string().nullable().describe(`the first ${MAX_LINK_COMMENT_CHARS} characters`),
  metadata: Metadata.describe(
    `null if it is missing or has more than ${MAX_LINK_METADATA_CHARS} characters`,
  ),
  at: z.iso.datetime(),
});

export const VariableDetail = VariableView.extend({
  fullName: z.string().describe("`class:name`, or `name` without a class"),
  role: z.enum(VARIABLE_ROLES).describe("`unit`: a version of a memory unit"),
  metadata: Metadata,
  source: z
    .object({ file: z.string().nullable(), line: z.number().nullable() })
    .nullable()
    .describe("position in the code of the traced program"),
  writes: z
    .array(VariableLink)
    .describe(
      `links that wrote the variable; this list and the next three contain the first ${MAX_VARIABLE_LINKS} links`,
    ),
  returns: z.array(VariableLink).describe("links of searches that found the variable"),
  reads: z.array(VariableLink).describe("links that start from the variable, except removals"),
  removals: z.array(VariableLink).describe("links that remove the variable from the memory"),
  counts: z
    .object({ writes: Count, returns: Count, reads: Count, removals: Count })
    .describe("total numbers, even if only the first links are listed"),
}).meta({ id: "Variable" });

export type VariableRole = (typeof VARIABLE_ROLES)[number];
export type VariableLink = z.infer<typeof VariableLink>;
export type VariableDetail = z.infer<typeof VariableDetail>;
