/** Builds a report, stores it, and queues its webhooks. */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { ReportRepository } from "../../database/insights/report-repository.ts";
import type { ModelRepository } from "../../database/jobs/model-repository.ts";
import type { NewDelivery, WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { Report, ReportTrigger } from "../../protocol/api/insights/reports.ts";
import { isAttributed, type Period } from "../../reports/case-row.ts";
import { casesToQuote } from "../../reports/findings.ts";
import { casesToRead, type SystemCases } from "../../reports/read-cases.ts";
import { buildReport, type PreviousPeriod } from "../../reports/report.ts";
import type { ReportRow, ReportTexts } from "../../reports/representative-cases.ts";
import { reportReady } from "../../webhooks/payloads.ts";

export interface ReportDeps {
  readonly project: string;
  readonly cases: CaseRepository;
  readonly graphs: GraphRepository;
  readonly reports: ReportRepository;
  readonly webhooks: WebhookRepository;
  readonly model: ModelRepository;
  readonly publicUrl: string;
  newId(prefix: string): string;
}

/** Maximum cases of a report. If there are more, the latest are used. */
export const MAX_ROWS = 5_000;

/** The job's input. It contains no trace texts. */
export interface ReportJobInput {
  readonly report: string;
  readonly systems: readonly SystemCases[];
}

/** A report, with the ids of the deliveries and jobs to wake. */
export interface IssuedReport {
  readonly report: Report;
  readonly job: string | null;
  readonly deliveries: readonly string[];
}

type TellingDeps = Pick<ReportDeps, "project" | "webhooks" | "publicUrl" | "newId">;
export interface ToldReport {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly trigger: ReportTrigger;
  readonly headline: string;
}

/** Undefined if requests created too many reports within an hour. */
export async function issueReport(
  deps: ReportDeps,
  period: Period,
  trigger: ReportTrigger,
  now: number,
): Promise<IssuedReport | undefined> {
  const [rows, previous] = await Promise.all([rowsOf(deps, period), previousOf(deps, period)]);
  const body = buildReport(rows, period, previous);
  const id = deps.newId("rep");
  const systems = casesToRead(rows.filter(isAttributed));
  const isExplained = systems.length > 0 && (await deps.model.settings()) !== undefined;
  const input: ReportJobInput = { report: id, systems };
  const job = isExplained ? { id: deps.newId("job"), kind: "report" as const, input } : null;
  const created = {
    id,
    start: period.from,
    end: period.to,
    trigger,
    headline: body.headline,
    body,
    job: job?.id ?? null,
    createdAt: now,
  };
  // A report with an explanation is announced only when the explanation is ready.
  const deliveries = job === null ? await tellReport(deps, created, now) : [];
  if (!(await deps.reports.store(created, { deliveries, job }))) return undefined;
  return {
    report: {
      id,
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      createdAt: new Date(now).toISOString(),
      trigger,
      headline: body.headline,
      body,
      job: created.job,
      explanation: null,
    },
    job: created.job,
    deliveries: deliveries.map(({ id }) => id),
  };
}

/** Builds the deliveries of the report. They are not stored yet. */
export async function tellReport(
  { publicUrl, project, webhooks, newId }: TellingDeps,
  { id, start, end, trigger, headline }: ToldReport,
  now: number,
): Promise<NewDelivery[]> {
  const payload = reportReady(
    { baseUrl: publicUrl, project },
    { id, from: start, to: end, trigger, headline },
    now,
  );
  return webhooks.deliveriesFor(payload, () => newId("msg"), now);
}

/** The period of equal length just before this one; null if the project had no events then. */
async function previousOf(deps: ReportDeps, { from, to }: Period): Promise<PreviousPeriod | null> {
  const firstEventAt = await deps.graphs.firstEventAt();
  if (firstEventAt === null || firstEventAt >= from) return null;
  const period = { from: from - (to - from), to: from };
  const [rows, report] = await Promise.all([
    factsOf(deps, period),
    deps.reports.on(period.from, period.to),
  ]);
  return { rows, period, report: report?.id ?? null };
}

/**
 * Reads texts only for cases that a report may quote, because the texts of a whole period are too
 * many.
 */
async function rowsOf(deps: ReportDeps, period: Period): Promise<ReportRow[]> {
  const rows = await factsOf(deps, period);
  const texts = await deps.cases.reportTexts(casesToQuote(rows));
  return rows.map((row) => ({ ...row, ...(texts.get(row.id) ?? NO_TEXTS) }));
}

const NO_TEXTS: ReportTexts = { query: "", expected: [], prediction: "", reason: null };

function factsOf(deps: ReportDeps, period: Period) {
  const filter = {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  };
  return deps.cases.figures(filter, MAX_ROWS);
}
