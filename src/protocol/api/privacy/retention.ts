/** How long a project keeps each kind of data. */
import * as z from "zod";
import { MAX_RETENTION_DAYS, MIN_DELIVERY_DAYS, MIN_USAGE_DAYS } from "../../limits.ts";

const MIN_DAYS = 1;

const days = (least: number) => z.number().int().min(least).max(MAX_RETENTION_DAYS);

export const RetentionSettings = z
  .object({
    cases: days(MIN_DAYS)
      .nullable()
      .describe(
        "days after its arrival at which a case is deleted, with its attribution, labels, comments and quotes; null to keep the case as long as its graph",
      ),
    reports: days(MIN_DAYS)
      .nullable()
      .describe("days after which a report is deleted; null to keep all reports"),
    deliveries: days(MIN_DELIVERY_DAYS).describe(
      "days after which an ended delivery is deleted, with its body and attempts",
    ),
    usage: days(MIN_USAGE_DAYS).describe("days for which the counts of a day are kept"),
  })
  .meta({ id: "RetentionSettings" });
export type RetentionSettings = z.infer<typeof RetentionSettings>;

export const DEFAULT_RETENTION: RetentionSettings = {
  ...{ cases: null, reports: null, deliveries: 90, usage: 800 },
};
