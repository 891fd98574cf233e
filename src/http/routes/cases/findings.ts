import * as z from "zod";
import {
  Finding,
  FindingState,
  FindingSummary,
  UpdateFinding,
} from "../../../protocol/api/findings.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, jsonBody, operation, router } from "../../route.ts";

const FindingParam = z.object({ finding: z.string() });

const list = operation("read", [], {
  method: "get",
  path: "/findings",
  tags: ["Findings"],
  summary: "List findings: groups of cases with one system, operation and kind of loss",
  description:
    "Open findings come first, then by number of cases. `GET /v1/cases?finding=…` lists the cases.",
  request: { query: z.object({ state: FindingState.optional() }) },
  responses: { 200: json(z.object({ items: z.array(FindingSummary) }), "All of them.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/findings/{finding}",
  tags: ["Findings"],
  summary: "Show a finding with its history",
  request: { params: FindingParam },
  responses: { 200: json(Finding, "The finding.") },
});

const update = operation("write", ["not_found"], {
  method: "patch",
  path: "/findings/{finding}",
  tags: ["Findings"],
  summary: "Acknowledge, fix or reopen a finding",
  description:
    "The first wrong answer from `fixedAt` on sets a fixed finding to `reopened`. Earlier answers do not reopen it, whenever they are attributed.",
  request: { params: FindingParam, body: jsonBody(UpdateFinding) },
  responses: { 200: json(Finding, "The finding after the change.") },
});

export const findings = router()
  .openapi(list, async (c) => {
    const { state } = c.req.valid("query");
    return c.json({ items: await c.get("project").findings.list(state) }, 200);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").findings.find(c.req.valid("param").finding);
    if (found === undefined) throw notFound("finding");
    return c.json(found, 200);
  })
  .openapi(update, async (c) => {
    const { state, note, fixedAt } = c.req.valid("json");
    const now = c.get("services").now();
    if (fixedAt !== undefined && Date.parse(fixedAt) > now) {
      throw new ApiError(
        "invalid_request",
        "fixedAt: is in the future. Give an earlier time, or omit it.",
      );
    }
    const change = {
      ...{ state, note, by: c.get("principal").name },
      fixedAt: fixedAt === undefined ? now : Date.parse(fixedAt),
    };
    const changed = await c
      .get("project")
      .findings.change(c.req.valid("param").finding, change, now);
    if (changed === undefined) throw notFound("finding");
    return c.json(changed, 200);
  });
