/** Builds the bodies of webhooks from plain records. Times are in milliseconds. */
import type { Attribution } from "../protocol/api/attribution.ts";
import type { ReportTrigger } from "../protocol/api/insights/reports.ts";
import type { WebhookPayload } from "../protocol/api/webhook-payloads.ts";
import { MAX_QUOTE_CHARS } from "../protocol/api/webhook-payloads.ts";

/** Origin of links: the hosted UI's address and the project. */
export interface PayloadOrigin {
  readonly baseUrl: string;
  readonly project: string;
}

export interface CaseWithVerdict {
  readonly id: string;
  readonly graph: string;
  readonly query: string;
  readonly attribution: Pick<
    Attribution,
    "outcome" | "errorType" | "op" | "opName" | "confidence" | "source"
  >;
}

export function attributionCompleted(
  origin: PayloadOrigin,
  { id, graph, query, attribution }: CaseWithVerdict,
  at: number,
): WebhookPayload {
  const { outcome, errorType, op, opName, confidence, source } = attribution;
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
      op,
      opName,
      confidence,
      source: sourceOf(source),
      url: pageUrl(origin, "cases", id),
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

/** Goes to the project's other endpoints, because the disabled one gets nothing more. */
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

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function pageUrl(origin: PayloadOrigin, ...path: string[]): string {
  const segments = ["p", origin.project, ...path].map(encodeURIComponent);
  return `${origin.baseUrl.replace(/\/+$/, "")}/${segments.join("/")}`;
}

/** Cut between whole characters. */
function quote(text: string): string {
  if (text.length <= MAX_QUOTE_CHARS) return text;
  return `${text.slice(0, MAX_QUOTE_CHARS - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
