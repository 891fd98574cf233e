/** Alert rules. A rule decides which events go to which channels, and when. */
import * as z from "zod";
import { idText, listOf } from "../../bounded-inputs.ts";
import { ErrorType } from "../../error-type-schema.ts";

const Time = z.iso.datetime();
const MAX_FILTER_VALUES = 20;
const MAX_RULE_CHANNELS = 20;
const MINUTES_OF_WEEK = 7 * 24 * 60;

const RULE_EVENTS = [
  "finding.opened",
  "finding.reopened",
  "finding.closed",
  "distribution.shifted",
  "health.crossed",
  "attribution.completed",
  "report.ready",
] as const;

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a time zone such as Europe/Berlin or UTC");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const Filter = z.object({
  errorTypes: listOf(ErrorType, 7).default([]),
  opNames: listOf(idText, MAX_FILTER_VALUES).default([]),
  systems: listOf(idText, MAX_FILTER_VALUES).default([]),
  users: listOf(idText, MAX_FILTER_VALUES)
    .default([])
    .describe(
      "ids of end users: wrong answers match if their graph names one of these users. The filter does not apply to other events, because they name no end user",
    ),
});

const Threshold = z.object({
  measure: z
    .enum(["count", "share", "rate"])
    .describe(
      "`count`: number of matching wrong answers in the window; `share`: matching wrong answers as a percentage of all wrong answers in the window; `rate`: matching wrong answers per hour",
    ),
  value: z.number().positive().max(1_000_000),
  windowMinutes: z.number().int().min(5).max(MINUTES_OF_WEEK),
});

const Settings = z.object({
  name: z.string().trim().min(1).max(100),
  events: listOf(z.enum(RULE_EVENTS), RULE_EVENTS.length).describe(
    "the events to send; not used with a threshold or digest",
  ),
  filter: Filter.describe("which events and wrong answers match; an empty list allows all"),
  threshold: Threshold.nullable().describe(
    "the rule sends a message when the measure reaches the value",
  ),
  digest: z
    .enum(["none", "hourly", "daily", "weekly"])
    .describe("how often the rule sends a summary of matching wrong answers"),
  quiet: z
    .object({ from: Clock, to: Clock })
    .nullable()
    .describe("messages wait until the end of these hours"),
  timeZone: TimeZone,
  repeat: z
    .enum(["always", "hour", "day"])
    .describe(
      "at most one message per cause in each hour or day; the cause of a wrong answer is its finding",
    ),
  channels: listOf(idText, MAX_RULE_CHANNELS).min(1),
  mutedUntil: Time.nullable().describe("nothing is sent before this time"),
  state: z.enum(["enabled", "disabled"]),
});

const { shape } = Settings;
export const AlertRule = Settings.extend({
  id: z.string(),
  createdAt: Time,
  firedAt: Time.nullable().describe("time of the last threshold or digest message of this rule"),
}).meta({ id: "AlertRule" });

export const CreateAlertRule = Settings.extend({
  events: shape.events.default([]),
  filter: shape.filter.prefault({}),
  threshold: shape.threshold.default(null),
  digest: shape.digest.default("none"),
  quiet: shape.quiet.default(null),
  timeZone: shape.timeZone.default("UTC"),
  repeat: shape.repeat.default("hour"),
  mutedUntil: shape.mutedUntil.default(null),
  state: shape.state.default("enabled"),
}).meta({ id: "CreateAlertRule" });

export const UpdateAlertRule = Settings.partial().meta({ id: "UpdateAlertRule" });

export type AlertRule = z.infer<typeof AlertRule>;
export type CreateAlertRule = z.input<typeof CreateAlertRule>;
export type UpdateAlertRule = z.input<typeof UpdateAlertRule>;
export type AlertRuleSettings = z.infer<typeof Settings>;
