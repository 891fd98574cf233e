import * as z from "zod";
import { idText } from "../../bounded-inputs.ts";
import { Scope } from "../api.ts";
import { ReportFilter } from "../insights/reports.ts";

const Time = z.iso.datetime();

export const ReportSchedule = z.enum(["off", "daily", "weekly"]);
const OfSchedule = ReportFilter.describe(
  "the filters of scheduled reports: those of the case list, without a period; empty for all cases",
);
const ReportAfter = z
  .number()
  .int()
  .min(5)
  .max(100_000)
  .describe("a report is made after this many new attributions; null for never");
const OfAfter = ReportFilter.describe(
  "the filters of reports after new attributions: only attributions of their cases count, and the reports count only these cases; empty for all cases",
);
const RetentionDays = z
  .number()
  .int()
  .min(1)
  .max(3_650)
  .describe(
    "days after its last event until a graph is deleted permanently; null keeps all graphs",
  );
const OpenCorrections = z
  .boolean()
  .describe("whether a later message of the user that corrects an answer opens a case");
export const Project = z
  .object({
    id: z.string(),
    organization: z.string(),
    name: z.string(),
    createdAt: Time,
    reportSchedule: ReportSchedule,
    reportFilter: OfSchedule,
    reportAfter: ReportAfter.nullable(),
    reportAfterFilter: OfAfter,
    retentionDays: RetentionDays.nullable(),
    openCorrections: OpenCorrections,
  })
  .meta({ id: "Project" });
export const CreateProject = z
  .object({ organization: idText, name: z.string().min(1).max(100) })
  .meta({ id: "CreateProject" });
export const UpdateProject = z
  .object({
    name: z.string().min(1).max(100).optional(),
    reportSchedule: ReportSchedule.optional(),
    reportFilter: OfSchedule.optional(),
    reportAfter: ReportAfter.nullable().optional(),
    reportAfterFilter: OfAfter.optional(),
    retentionDays: RetentionDays.nullable().optional(),
    openCorrections: OpenCorrections.optional(),
  })
  .meta({ id: "UpdateProject" });

export const Whoami = z
  .object({
    project: Project,
    kind: z.enum(["key", "person"]),
    name: z.string(),
    scopes: z.array(Scope),
    expiresAt: Time.nullable().describe("expiry of the key; null if it does not expire"),
  })
  .meta({ id: "Whoami" });

export type Project = z.infer<typeof Project>;
export type CreateProject = z.infer<typeof CreateProject>;
export type UpdateProject = z.infer<typeof UpdateProject>;
export type ReportSchedule = z.infer<typeof ReportSchedule>;
export type Whoami = z.infer<typeof Whoami>;
