/** The bodies of webhooks: thin, under 20 kB, with a link to the page that has the rest. */
import * as z from "zod";
import { ErrorType } from "../error-types.ts";
import { Outcome } from "../outcome.ts";
import { ReportTrigger } from "./reports.ts";

const Time = z.iso.datetime();

/** Longest text that a payload quotes, in characters; longer ones end with an ellipsis. */
export const MAX_QUOTE_CHARS = 300;

const Link = z.string().describe("page of the hosted UI that shows it");

const AttributionCompleted = z.object({
  type: z.literal("attribution.completed"),
  timestamp: Time.describe("when it happened, not when it was sent"),
  data: z.object({
    project: z.string(),
    case: z.string(),
    graph: z.string(),
    query: z.string().describe(`the question, its first ${MAX_QUOTE_CHARS} characters`),
    outcome: Outcome,
    errorType: ErrorType.nullable().describe("null where undecided"),
    op: z.string().nullable().describe("id of the decisive operation; null where none is at fault"),
    opName: z.string().nullable(),
    confidence: z.number().min(0).max(1).nullable().describe("null where undecided"),
    url: Link,
  }),
});

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

const PromptProposed = z.object({
  type: z.literal("prompt.proposed"),
  timestamp: Time,
  data: z.object({
    project: z.string(),
    proposal: z.string(),
    prompt: z.string().describe(`name of the prompt, its first ${MAX_QUOTE_CHARS} characters`),
    baseVersion: z.number().int().describe("version of the prompt that the proposal starts from"),
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
    endpointUrl: z.string().describe("its first characters, where it is long"),
    reason: z.string(),
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

/** Receivers should ignore fields and types that they do not know: both may be added to. */
export const WebhookPayload = z
  .discriminatedUnion("type", [
    AttributionCompleted,
    ReportReady,
    DistributionShifted,
    PromptProposed,
    EndpointDisabled,
    Test,
  ])
  .meta({ id: "WebhookPayload" });
export type WebhookPayload = z.infer<typeof WebhookPayload>;
