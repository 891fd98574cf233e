/** Saved views: named filters of the case list, shared in the project. */
import * as z from "zod";
import { CaseFilter } from "../api.ts";
import { PERIODS } from "./view-period.ts";

const Time = z.iso.datetime();

/**
 * The case list's filters. A `period` ends when somebody opens the view; `from` and `to` are fixed
 * times.
 */
export const ViewFilter = CaseFilter.extend({
  promptVersion: z.number().int().min(1).optional().describe("version of the prompt in `prompt`"),
  period: z
    .enum(PERIODS)
    .optional()
    .describe("a period that ends when somebody opens the view; not together with `from` and `to`"),
}).refine(({ period, from, to }) => period === undefined || (from ?? to) === undefined, {
  ...{ path: ["period"], message: "is not allowed with from or to. Leave one out" },
});

const ViewName = z.string().trim().min(1).max(120);

export const SavedView = z
  .object({
    id: z.string(),
    name: z.string().describe("unique in the project"),
    filter: ViewFilter,
    createdBy: z.string().describe("name of the person or key that saved it"),
    createdAt: Time,
  })
  .meta({ id: "SavedView" });

export const CreateView = z
  .object({ name: ViewName, filter: ViewFilter })
  .meta({ id: "CreateView" });

export const UpdateView = z
  .object({ name: ViewName.optional(), filter: ViewFilter.optional() })
  .meta({ id: "UpdateView" });

export type ViewFilter = z.infer<typeof ViewFilter>;
export type SavedView = z.infer<typeof SavedView>;
export type UpdateView = z.infer<typeof UpdateView>;
