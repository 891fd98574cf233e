import * as z from "zod";
import { CreateExport, OrganizationExport } from "../../api/privacy/exports.ts";
import { declare, json, jsonBody } from "../declaration.ts";

const ExportParam = z.object({ export: z.string() });

export const listExports = declare("admin", [], {
  method: "get",
  path: "/exports",
  tags: ["Privacy"],
  summary: "List the exports of the project's organization, newest first",
  responses: {
    200: json(z.object({ items: z.array(OrganizationExport) }), "Exports that have not expired."),
  },
});

export const createExport = declare("admin", ["conflict"], {
  method: "post",
  path: "/exports",
  isRepeatable: false,
  audit: { action: "export.create", shown: ["organization"] },
  tags: ["Privacy"],
  summary: "Export all data of the project's organization",
  description:
    "Only for signed-in owners of the organization. A job lists the files. Each file is created while it is downloaded, from the data at that time.",
  request: { body: jsonBody(CreateExport) },
  responses: { 202: json(OrganizationExport, "The export. Its job has begun.") },
});

export const deleteExport = declare("admin", ["not_found"], {
  method: "delete",
  path: "/exports/{export}",
  audit: "export.delete",
  tags: ["Privacy"],
  summary: "End an export, so that its files cannot be downloaded any more",
  request: { params: ExportParam },
  responses: { 204: { description: "The links of its files do not work any more." } },
});

export const downloadExport = declare("admin", ["not_found"], {
  method: "get",
  path: "/exports/{export}/files/{file}",
  audit: "export.download",
  tags: ["Privacy"],
  summary: "Download a file of an export",
  description:
    "A zip file. Only for signed-in owners of the organization, until the export expires. Everyone else gets 404.",
  request: { params: ExportParam.extend({ file: z.string() }) },
  responses: {
    200: { description: "The file.", content: { "application/zip": { schema: z.string() } } },
  },
});
