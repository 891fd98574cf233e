/** Impact lists right answers that depend on a value. Reach lists values derived from it. */
import * as z from "zod";
import { ImpactPage, Reach } from "../../api/explorer/impact.ts";
import { idText } from "../../bounded-inputs.ts";
import { declare, json, PageQuery, UNCHANGED } from "../declaration.ts";

const tags = ["Memory"];
const Cursor = { cursor: PageQuery.shape.cursor };

const HOW =
  "An answer counts only if one of its facts passes through these values or operations on the recorded path to the answer. A link alone does not count. One request checks a few answers: follow `next` until it is null, also if `items` is empty.";

export const listImpact = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/impact/{variable}",
  tags,
  summary: "List the right answers that depend on a memory unit or message",
  description: `\`variable\` is an id, or a full name for all versions. ${HOW}`,
  request: {
    params: z.object({ graph: z.string(), variable: z.string() }),
    query: z.object(Cursor),
  },
  responses: { 200: json(ImpactPage, "The answers of one page."), ...UNCHANGED },
});

export const listImpactOfSelection = declare(
  "read",
  ["not_found", "too_costly", "invalid_request"],
  {
    method: "get",
    path: "/impact",
    tags,
    summary: "List the right answers that depend on a prompt version or an end user's data",
    description: `Give \`user\`, or \`prompt\` and \`promptVersion\`. An end user's data are the messages of all graphs that name the user. A prompt version changes the operations that read it. A page stays within one graph. ${HOW}`,
    request: {
      query: z.object({
        ...Cursor,
        user: idText.min(1).optional(),
        prompt: idText.min(1).optional().describe("id or name of a prompt"),
        promptVersion: z.coerce.number().int().min(1).optional(),
      }),
    },
    responses: { 200: json(ImpactPage, "The answers of one page.") },
  },
);

export const showReach = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/reach/{variable}",
  tags,
  summary: "Show every unit, session, user and answer that a message or document reached",
  description:
    "Also names the operation that first wrote it into the memory. Follows recorded links; `sharedWords` shows which values still repeat its words. `variable` is an id, or a full name for all versions.",
  request: { params: z.object({ graph: z.string(), variable: z.string() }) },
  responses: { 200: json(Reach, "What was reached."), ...UNCHANGED },
});
