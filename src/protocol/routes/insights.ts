/** Routes for figures: distribution, findings, reports, shifts. */
import * as z from "zod";
import { CaseFilter, Page } from "../api/api.ts";
import { Distribution } from "../api/insights/distribution.ts";
import {
  Finding,
  FindingState,
  FindingSummary,
  MergeFinding,
  UpdateFinding,
} from "../api/insights/findings.ts";
import { CreateReport, Report, ReportSummary } from "../api/insights/reports.ts";
import { Shift } from "../api/insights/shifts.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

export const showDistribution = declare("read", ["too_costly"], {
  method: "get",
  path: "/distribution",
  tags: ["Cases"],
  summary: "Show wrong answers by error type, operation, system and time",
  description: "By default the last seven days.",
  request: { query: CaseFilter },
  responses: { 200: json(Distribution, "The distribution.") },
});

const FindingParam = z.object({ finding: z.string() });

export const listFindings = declare("read", ["invalid_request"], {
  method: "get",
  path: "/findings",
  tags: ["Findings"],
  summary: "List findings: groups of cases with one system, operation and kind of loss",
  description:
    "Open findings come first, then by number of cases. Merged findings are left out: their cases count for their target. `GET /v1/cases?finding=…` lists the cases.",
  request: {
    query: z.object({
      state: FindingState.optional(),
      assignee: z
        .string()
        .optional()
        .describe(
          "a user id; `me` for the signed-in person; `none` for findings without an assignee",
        ),
      experiment: z.string().optional().describe("findings that this experiment shows as fixed"),
    }),
  },
  responses: { 200: json(z.object({ items: z.array(FindingSummary) }), "All matching findings.") },
});

export const showFinding = declare("read", ["not_found"], {
  method: "get",
  path: "/findings/{finding}",
  tags: ["Findings"],
  summary: "Show a finding with its history",
  request: { params: FindingParam },
  responses: { 200: json(Finding, "The finding.") },
});

export const updateFinding = declare("write", ["not_found", "invalid_request"], {
  method: "patch",
  path: "/findings/{finding}",
  audit: { action: "finding.update", shown: ["state", "assignee", "fixedAt"] },
  tags: ["Findings"],
  summary: "Change the state, the assignee or the fix of a finding",
  description:
    "Fields that you leave out do not change. The first wrong answer from `fixedAt` on sets a fixed finding to `reopened`. Earlier answers do not reopen it, even if they are attributed later.",
  request: { params: FindingParam, body: jsonBody(UpdateFinding) },
  responses: { 200: json(Finding, "The finding after the change.") },
});

export const mergeFinding = declare("write", ["not_found", "conflict", "invalid_request"], {
  method: "post",
  path: "/findings/{finding}/merge",
  isRepeatable: false,
  audit: { action: "finding.merge", shown: ["into"] },
  tags: ["Findings"],
  summary: "Merge a finding into another",
  description:
    "From now on, the finding's cases count for the target, including future cases. So do the cases of findings that were merged into the finding. The finding keeps its state, its history and its comments, and points to the target.",
  request: { params: FindingParam, body: jsonBody(MergeFinding) },
  responses: { 200: json(Finding, "The target after the merge.") },
});

export const separateFinding = declare("write", ["not_found", "conflict"], {
  method: "delete",
  path: "/findings/{finding}/merge",
  audit: "finding.separate",
  tags: ["Findings"],
  summary: "Undo the merge of a finding",
  description:
    "The finding's cases count for the finding again. If other findings were merged into it before its own merge, they stay with the target: separate each of them.",
  request: { params: FindingParam },
  responses: { 200: json(Finding, "The finding after the change.") },
});

export const listReports = declare("read", [], {
  method: "get",
  path: "/reports",
  tags: ["Reports"],
  summary: "List reports, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(ReportSummary), "One page.") },
});

export const createReport = declare("write", ["conflict", "not_found", "invalid_request"], {
  method: "post",
  path: "/reports",
  isRepeatable: false,
  audit: { action: "report.create", shown: ["from", "to", "system", "finding", "experiment"] },
  tags: ["Reports"],
  summary: "Create a report",
  description:
    "The filters are those of the case list. The figures are ready at once. With a model, the job in `job` writes the explanation. The webhook event `report.ready` follows when the report is complete.",
  request: { body: jsonBody(CreateReport) },
  responses: { 201: json(Report, "The report.") },
});

export const showReport = declare("read", ["not_found"], {
  method: "get",
  path: "/reports/{report}",
  tags: ["Reports"],
  summary: "Show a report",
  request: { params: z.object({ report: z.string() }) },
  responses: { 200: json(Report, "The report.") },
});

export const listShifts = declare("read", [], {
  method: "get",
  path: "/shifts",
  tags: ["Findings"],
  summary: "List significant changes of the error mix, newest first",
  description:
    "After every 25 new attributions of a memory system, its latest cases are compared with earlier ones, share by share, by Fisher's exact test. The significance level is corrected for all shares and all checks. The probability that an unchanged mix is ever reported as a shift is under 5%.",
  request: { query: PageQuery },
  responses: { 200: json(Page(Shift), "One page.") },
});

export const showShift = declare("read", ["not_found"], {
  method: "get",
  path: "/shifts/{shift}",
  tags: ["Findings"],
  summary: "Show the changed shares of a shift",
  description: "`GET /v1/cases?shift=…` lists the cases of the shift.",
  request: { params: z.object({ shift: z.string() }) },
  responses: { 200: json(Shift, "The shift.") },
});
