/** Builds webhook bodies from plain records. Times are in milliseconds since 1970. */
import type { Attribution } from "../protocol/api/attribution.ts";
import type { BoundState, HealthFigure } from "../protocol/api/explorer/health-words.ts";
import type { ReportTrigger } from "../protocol/api/insights/reports.ts";
import type { WebhookPayload } from "../protocol/api/webhook-payloads.ts";
import {
  MAX_ALERT_LINES,
  MAX_QUOTE_CHARS,
  MAX_SENT_CHARS,
  MAX_SENT_EXPECTED,
} from "../protocol/api/webhook-payloads.ts";
import type { ErrorType } from "../protocol/error-types.ts";

/** The beginning of every link in a payload. `baseUrl` is the address of the hosted UI. */
export interface PayloadOrigin {
  readonly baseUrl: string;
  readonly project: string;
}

export interface CaseWithVerdict {
  readonly id: string;
  readonly graph: string;
  readonly query: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  /** Null if the verdict is undecided. */
  readonly finding: string | null;
  readonly attribution: Pick<
    Attribution,
    "outcome" | "errorType" | "subKind" | "op" | "opName" | "confidence" | "source" | "reason"
  >;
}

/** The payload has the case's texts. `withoutTexts` removes them if `includeTexts` is not set. */

export function attributionCompleted(
  origin: PayloadOrigin,
  { id, graph, query, prediction, expected, finding, attribution }: CaseWithVerdict,
  at: number,
): WebhookPayload {
  const { outcome, errorType, subKind, op, opName, confidence, source, reason } = attribution;
  return {
    type: "attribution.completed",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      case: id,
      graph,
      query: quote(query),
      outcome,
      errorType,
      subKind,
      op,
      opName,
      confidence,
      source: sourceOf(source),
      finding,
      texts: {
        question: quote(query, MAX_SENT_CHARS),
        given: quote(prediction, MAX_SENT_CHARS),
        expected: expected.slice(0, MAX_SENT_EXPECTED).map((text) => quote(text)),
        reason: quote(reason, MAX_SENT_CHARS),
      },
      url: pageUrl(origin, "cases", id),
    },
  };
}

export interface ChangedFinding {
  readonly id: string;
  readonly errorType: ErrorType;
  readonly opName: string | null;
  readonly system: string | null;
  readonly headline: string;
}

export function findingChanged(
  origin: PayloadOrigin,
  type: "finding.opened" | "finding.reopened" | "finding.closed",
  { id, errorType, opName, system, headline }: ChangedFinding,
  at: number,
): WebhookPayload {
  return {
    type,
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      finding: id,
      errorType,
      opName: opName === null ? null : quote(opName),
      system: system === null ? null : quote(system),
      headline: quote(headline),
      url: pageUrl(origin, "findings", id),
    },
  };
}

function sourceOf(source: Attribution["source"]) {
  if (source?.outcome !== "found") return null;
  const { from, op, opName, reason } = source;
  return { from, op, opName, reason: quote(reason) };
}

export interface ReadyReport {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly trigger: ReportTrigger;
  readonly headline: string;
}

export function reportReady(
  origin: PayloadOrigin,
  report: ReadyReport,
  at: number,
): WebhookPayload {
  return {
    type: "report.ready",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      report: report.id,
      from: isoTime(report.from),
      to: isoTime(report.to),
      trigger: report.trigger,
      headline: quote(report.headline),
      url: pageUrl(origin, "reports", report.id),
    },
  };
}

export interface AnnouncedShift {
  readonly id: string;
  readonly system: string | null;
  readonly headline: string;
}

export function distributionShifted(
  origin: PayloadOrigin,
  { id, system, headline }: AnnouncedShift,
  at: number,
): WebhookPayload {
  return {
    type: "distribution.shifted",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      shift: id,
      system: system === null ? null : quote(system),
      headline: quote(headline),
      url: pageUrl(origin, "shifts", id),
    },
  };
}

export interface CrossedBound {
  readonly figure: HealthFigure;
  readonly state: BoundState;
  readonly bound: number;
  readonly days: number | null;
  readonly of: number;
  readonly share: { readonly value: number | null; readonly low: number; readonly high: number };
  readonly headline: string;
}

export function healthCrossed(
  origin: PayloadOrigin,
  { figure, state, bound, days, of, share, headline }: CrossedBound,
  at: number,
): WebhookPayload {
  return {
    type: "health.crossed",
    timestamp: isoTime(at),
    data: {
      ...{ project: origin.project, figure, state, bound, days, of },
      ...{ share: share.value ?? 0, low: share.low, high: share.high },
      headline: quote(headline),
      url: pageUrl(origin, "health"),
    },
  };
}

export interface ProposedPrompt {
  readonly id: string;
  readonly prompt: string;
  readonly baseVersion: number;
  readonly headline: string;
}

export function promptProposed(
  origin: PayloadOrigin,
  { id, prompt, baseVersion, headline }: ProposedPrompt,
  at: number,
): WebhookPayload {
  return {
    type: "prompt.proposed",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      proposal: id,
      prompt: quote(prompt),
      baseVersion,
      headline: quote(headline),
      url: pageUrl(origin, "proposals", id),
    },
  };
}

export interface DisabledEndpoint {
  readonly id: string;
  readonly url: string;
  readonly reason: string;
}

/** Sent to the project's other endpoints, because a disabled endpoint gets no deliveries. */
export function endpointDisabled(
  origin: PayloadOrigin,
  endpoint: DisabledEndpoint,
  at: number,
): WebhookPayload {
  return {
    type: "endpoint.disabled",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      endpoint: endpoint.id,
      endpointUrl: quote(endpoint.url),
      reason: quote(endpoint.reason),
      url: pageUrl(origin, "webhooks"),
    },
  };
}

export function testEvent(origin: PayloadOrigin, endpoint: string, at: number): WebhookPayload {
  return {
    type: "test",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      endpoint,
      message: "This is a test. Answer with a status of 2xx to confirm that it arrived.",
      url: pageUrl(origin, "webhooks"),
    },
  };
}

export interface FiredAlert {
  readonly rule: string;
  readonly name: string;
  readonly headline: string;
  readonly lines: readonly string[];
}

/** Sent for alert rules with a threshold or a digest, and as the test message of any alert rule. */
export function alertFired(
  origin: PayloadOrigin,
  { rule, name, headline, lines }: FiredAlert,
  at: number,
): WebhookPayload {
  return {
    type: "alert.fired",
    timestamp: isoTime(at),
    data: {
      ...{ project: origin.project, rule, name, headline: quote(headline) },
      lines: lines.slice(0, MAX_ALERT_LINES).map((line) => quote(line)),
      url: pageUrl(origin, "findings"),
    },
  };
}

export function testMessage(origin: PayloadOrigin, channel: string, at: number): WebhookPayload {
  return {
    type: "test",
    timestamp: isoTime(at),
    data: {
      project: origin.project,
      endpoint: channel,
      message: "This is a test. Messages about wrong answers will look like this one.",
      url: pageUrl(origin, "channels"),
    },
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function pageUrl(origin: PayloadOrigin, ...path: string[]): string {
  const segments = ["p", origin.project, ...path].map(encodeURIComponent);
  return `${origin.baseUrl.replace(/\/+$/, "")}/${segments.join("/")}`;
}

/** Never splits a character. Adds an ellipsis if the text was cut. */
function quote(text: string, most: number = MAX_QUOTE_CHARS): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
