/** Webhook bodies: under 20 kB, with a link to the full page. */
import * as z from "zod";
import { ErrorType, Outcome, SubKind } from "../error-type-schema.ts";
import { SOURCE_KINDS } from "./attribution.ts";
import { BOUND_STATES, HEALTH_FIGURES } from "./explorer/health-words.ts";
import { ReportTrigger } from "./insights/reports.ts";
import { AuditEntry } from "./teams/audit.ts";
import { Meter } from "./teams/plans.ts";

const Time = z.iso.datetime();

/** Maximum characters of a quote. A longer quote is cut and ends with an ellipsis. */
export const MAX_QUOTE_CHARS = 300;
/** Maximum characters of each question, answer and reason in an attribution with texts. */
export const MAX_SENT_CHARS = 600;
/** Maximum expected answers in an attribution with texts. */
export const MAX_SENT_EXPECTED = 3;

/** Maximum lines of an `alert.fired` event. */
export const MAX_ALERT_LINES = 10;

const Link = z.string().describe("URL of the page in the UI");

const AttributionCompleted = z.object({
  type: z.literal("attribution.completed"),
  timestamp: Time.describe("time of the event, not of the delivery"),
  data: z.object({
    project: z.string(),
    case: z.string(),
    graph: z.string(),
    query: z.string().describe(`the first ${MAX_QUOTE_CHARS} characters of the question`),
    outcome: Outcome,
    errorType: ErrorType.nullable().describe("null if undecided"),
    subKind: SubKind.nullable().describe(
      "how the operation failed, within the error type; null if the trace does not show it",
    ),
    op: z
      .string()
      .nullable()
      .describe("id of the decisive operation; null if no operation is at fault"),
    opName: z.string().nullable(),
    confidence: z.number().min(0).max(1).nullable().describe("null if undecided"),
    source: z
      .object({
        from: z.enum(SOURCE_KINDS),
        op: z.string().nullable(),
        opName: z.string().nullable(),
        reason: z.string().describe(`the first ${MAX_QUOTE_CHARS} characters of the reason`),
      })
      .nullable()
      .describe("the second verdict: where the wrong answer came from; null if that is unknown"),
    finding: z.string().nullable().describe("id of the finding; null if undecided"),
    texts: z
      .object({
        question: z.string(),
        given: z.string(),
        expected: z.array(z.string()).max(MAX_SENT_EXPECTED),
        reason: z.string(),
      })
      .optional()
      .describe(
        `personal data, only if the endpoint has \`includeTexts\`: each text has at most ${MAX_SENT_CHARS} characters`,
      ),
    url: Link,
  }),
});

const FindingChange = z.object({
  project: z.string(),
  finding: z.string(),
  errorType: ErrorType,
  opName: z.string().nullable(),
  system: z.string().nullable(),
  headline: z.string(),
  url: Link,
});
const changeOfFinding = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: Time, data: FindingChange });

const ReportReady = z.object({
  type: z.literal("report.ready"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    report: z.string(),
    from: Time,
    to: Time,
    trigger: ReportTrigger,
    headline: z.string(),
    url: Link,
  }),
});

const DistributionShifted = z.object({
  type: z.literal("distribution.shifted"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    shift: z.string(),
    system: z.string().nullable(),
    headline: z.string(),
    url: Link,
  }),
});

const HealthCrossed = z.object({
  type: z.literal("health.crossed"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    figure: z.enum(HEALTH_FIGURES),
    state: z
      .enum(BOUND_STATES)
      .describe("`crossed`, or `met` if the share is within the bound again"),
    bound: z.number(),
    days: z
      .number()
      .int()
      .nullable()
      .describe("number of last days whose messages count; null for all days"),
    share: z.number(),
    low: z.number().describe("lower end of the 95% interval (Wilson)"),
    high: z.number(),
    of: z
      .number()
      .int()
      .describe("number of facts, units or searches from which the share is computed"),
    headline: z.string(),
    url: Link,
  }),
});

const PromptProposed = z.object({
  type: z.literal("prompt.proposed"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    proposal: z.string(),
    prompt: z.string().describe(`the first ${MAX_QUOTE_CHARS} characters of the prompt's name`),
    baseVersion: z.number().int().describe("base version of the prompt"),
    headline: z.string(),
    url: Link,
  }),
});

const EndpointDisabled = z.object({
  type: z.literal("endpoint.disabled"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    endpoint: z.string(),
    endpointUrl: z.string().describe("first characters of a long text"),
    reason: z.string(),
    url: Link,
  }),
});

const AuditRecorded = z.object({
  type: z.literal("audit.recorded"),
  timestamp: Time,
  data: AuditEntry.extend({ url: Link }),
});

const ThresholdReached = z.object({
  type: z.literal("usage.threshold_reached"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    organization: z.string(),
    month: z.string(),
    meter: Meter,
    threshold: z.number().describe("share of the limit: 0.5, 0.8 or 1"),
    used: z.number().int(),
    limit: z.number().int(),
    url: Link,
  }),
});

const AlertFired = z.object({
  type: z.literal("alert.fired"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    rule: z.string(),
    name: z.string(),
    headline: z.string(),
    lines: z.array(z.string()).max(MAX_ALERT_LINES),
    url: Link,
  }),
});

const Test = z.object({
  type: z.literal("test"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    endpoint: z.string(),
    message: z.string(),
    url: Link,
  }),
});

/**
 * A webhook's body. Receivers must ignore unknown fields and types, because the service can add
 * some.
 */
export const WebhookPayload = z
  .discriminatedUnion("type", [
    AttributionCompleted,
    changeOfFinding("finding.opened"),
    changeOfFinding("finding.reopened"),
    changeOfFinding("finding.closed"),
    ReportReady,
    DistributionShifted,
    HealthCrossed,
    PromptProposed,
    EndpointDisabled,
    AuditRecorded,
    ThresholdReached,
    AlertFired,
    Test,
  ])
  .meta({ id: "WebhookPayload" });
export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** Removes the case's texts. Endpoints get them only with `includeTexts`. */
export function withoutTexts(payload: WebhookPayload): WebhookPayload {
  if (payload.type !== "attribution.completed") return payload;
  const { texts: _, ...data } = payload.data;
  return { ...payload, data };
}
