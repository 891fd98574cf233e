import * as z from "zod";
import { Spent } from "./spent.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

export const JobKind = z.enum(["report", "optimization", "export"]);
export const JobState = z.enum(["queued", "running", "done", "failed"]);

export const Job = z
  .object({
    id: z.string(),
    kind: JobKind,
    state: JobState,
    done: Count.describe("finished steps"),
    total: Count.describe("total steps known so far; 0 before the first"),
    spent: Spent.describe("cost of its model calls so far"),
    failure: z.string().nullable().describe("why the job failed, or the reason that it waits"),
    result: z.string().nullable().describe("id of the result: a report, a proposal or an export"),
    note: z.string().nullable().describe("why the job ended without a result"),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Job" });

export const JobFilter = z.object({
  kind: JobKind.optional(),
  state: JobState.optional(),
});

export type JobFilter = z.infer<typeof JobFilter>;
export type JobKind = z.infer<typeof JobKind>;
export type JobState = z.infer<typeof JobState>;
export type Job = z.infer<typeof Job>;
