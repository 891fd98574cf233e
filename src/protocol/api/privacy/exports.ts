import * as z from "zod";
import { idText } from "../../bounded-inputs.ts";

const Time = z.iso.datetime();

export const ExportState = z.enum(["planning", "ready", "failed"]);
export type ExportState = z.infer<typeof ExportState>;

export const ExportFile = z.object({
  name: z.string().describe("name of the zip file"),
  project: z.string().nullable().describe("null for the file of the organization"),
  graphs: z.number().int().min(0),
  after: z
    .string()
    .nullable()
    .describe("the graphs of the file have ids after this one; null for the first file"),
});
export type ExportFile = z.infer<typeof ExportFile>;

export const CreateExport = z
  .object({ organization: idText.describe("id of the organization, as a confirmation") })
  .meta({ id: "CreateExport" });

export const OrganizationExport = z
  .object({
    id: z.string(),
    state: ExportState,
    job: z.string().describe("the job that lists the files; it shows the progress"),
    person: z.string().describe("id of the owner who asked for it"),
    files: z.array(ExportFile.omit({ after: true })),
    createdAt: Time,
    expiresAt: Time.describe("the files can be downloaded before this time"),
  })
  .meta({ id: "OrganizationExport" });
export type OrganizationExport = z.infer<typeof OrganizationExport>;
