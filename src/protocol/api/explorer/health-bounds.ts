/** The bounds that a project sets for the figures of its memory health. */
import * as z from "zod";
import { listOf } from "../../bounded-inputs.ts";
import { BOUND_STATES, HEALTH_FIGURES } from "./health-words.ts";

const Time = z.iso.datetime();
const MAX_DAYS = 400;

const Setting = z.object({
  figure: z.enum(HEALTH_FIGURES),
  bound: z
    .number()
    .min(0)
    .max(1)
    .describe("lowest allowed share for `survival`, highest allowed share for any other figure"),
  days: z
    .number()
    .int()
    .min(1)
    .max(MAX_DAYS)
    .nullable()
    .describe("number of last days whose messages count; null for all days. Only for `survival`"),
});

const isOfFigure = ({ figure, days }: z.infer<typeof Setting>) =>
  days === null || figure === "survival";

export const PutHealthBounds = z
  .object({
    bounds: listOf(
      Setting.extend({ days: Setting.shape.days.default(null) }).refine(isOfFigure, {
        path: ["days"],
        message: "must be null, because figures of the ledger have no days",
      }),
      HEALTH_FIGURES.length,
    )
      .refine(
        (bounds) => new Set(bounds.map(({ figure }) => figure)).size === bounds.length,
        "must name each figure once",
      )
      .describe("replaces all bounds; a figure without a bound is not checked"),
  })
  .meta({ id: "PutHealthBounds" });

export const HealthBound = Setting.extend({
  state: z
    .enum(BOUND_STATES)
    .describe(
      "`crossed` after a check found the share beyond its bound; `met` again after a later check found the share within the bound",
    ),
  changedAt: Time.nullable().describe("when the state last changed"),
  checkedAt: Time.nullable().describe("time of the last check; null before the first check"),
}).meta({ id: "HealthBound" });

export const HealthBounds = z.object({ items: z.array(HealthBound) });

export type HealthBound = z.infer<typeof HealthBound>;
export type HealthBoundSetting = z.infer<typeof Setting>;
export type PutHealthBounds = z.input<typeof PutHealthBounds>;
