import type { AnswerRepository } from "../../database/cases/answers/answer-repository.ts";
import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { ReportRepository } from "../../database/insights/report-repository.ts";
import type { ModelRepository } from "../../database/jobs/model-repository.ts";
import type { NewDelivery, WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { HealthRepository } from "../../database/memory/health-repository.ts";
import type { MemoryRepository } from "../../database/memory/memory-repository.ts";
import { type CaseSelection, hasRightAnswers } from "../../protocol/api/insights/case-selection.ts";
import type { Report, ReportFilter, ReportTrigger } from "../../protocol/api/insights/reports.ts";
import { isAttributed, type Period } from "../../reports/case-row.ts";
import { casesToRead, type SystemCases } from "../../reports/explain/read-cases.ts";
import { casesToQuote } from "../../reports/findings.ts";
import { ledgerShares } from "../../reports/health/ledger-shares.ts";
import { sayMissing } from "../../reports/missing-names.ts";
import { buildOverview } from "../../reports/overview.ts";
import { buildReport, type PreviousPeriod } from "../../reports/report.ts";
import type { ReportRow, ReportTexts } from "../../reports/representative-cases.ts";
import { reportReady } from "../../webhooks/payloads.ts";

export interface ReportDeps {
  readonly project: string;
  readonly cases: CaseRepository;
  readonly answers: AnswerRepository;
  readonly health: HealthRepository;
  readonly memory: MemoryRepository;
  readonly graphs: GraphRepository;
  readonly reports: ReportRepository;
  readonly webhooks: WebhookRepository;
  readonly model: ModelRepository;
  readonly publicUrl: string;
  newId(prefix: string): string;
}

/** Maximum number of cases in a report. If more cases match, the report uses the latest. */
export const MAX_ROWS = 5_000;

/** The input of the job that explains a report. It contains no trace texts, only ids. */
export interface ReportJobInput {
  readonly report: string;
  readonly systems: readonly SystemCases[];
}

/** A stored report. The caller must wake its deliveries and its job. */
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

export interface ReportSubject {
  readonly period: Period;
  readonly filter: ReportFilter;
}

/**
 * Creates and stores a report. Returns undefined if the report was requested, and the last hour
 * already has `MAX_REPORTS_PER_HOUR` requested reports.
 */
export async function issueReport(
  deps: ReportDeps,
  subject: ReportSubject,
  trigger: ReportTrigger,
  now: number,
): Promise<IssuedReport | undefined> {
  const { period, filter } = subject;
  const [rows, previous, missing] = await Promise.all([
    rowsOf(deps, subject),
    previousOf(deps, subject),
    deps.reports.unknownIn(filter),
  ]);
  const overview = await overviewOf(deps, subject, rows.length);
  const scope = Object.keys(filter).length > 0 ? "that the filters select" : "in this period";
  const body = sayMissing(buildReport(rows, period, previous, overview, scope), missing);
  const id = deps.newId("rep");
  const systems = casesToRead(rows.filter(isAttributed));
  const isExplained = systems.length > 0 && (await deps.model.settings()) !== undefined;
  const input: ReportJobInput = { report: id, systems };
  const job = isExplained ? { id: deps.newId("job"), kind: "report" as const, input } : null;
  const created = {
    id,
    start: period.from,
    end: period.to,
    ...{ trigger, filter },
    headline: body.headline,
    body,
    job: job?.id ?? null,
    createdAt: now,
  };
  // If a model explains the report, deliveries follow only after the explanation.
  const deliveries = job === null ? await tellReport(deps, created, now) : [];
  if (!(await deps.reports.store(created, { deliveries, job }))) return undefined;
  return {
    report: {
      id,
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      createdAt: new Date(now).toISOString(),
      ...{ trigger, filter },
      headline: body.headline,
      body,
      job: created.job,
      explanation: null,
    },
    job: created.job,
    deliveries: deliveries.map(({ id }) => id),
  };
}

/** Builds the deliveries that announce the report. The caller must store them. */
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

async function overviewOf(deps: ReportDeps, subject: ReportSubject, wrong: number) {
  const { filter, period } = subject;
  const { system, graph, graphs, user, users } = filter;
  const ofGraphs = { system, graph, graphs, user, users };
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const days = { from: dayOf(period.from), to: dayOf(period.to - 1) };
  const [totals, right, health, memory] = await Promise.all([
    deps.reports.totals(ofGraphs),
    hasRightAnswers(filter) ? deps.answers.countRight(selectionOf(subject)) : null,
    deps.health.figures({ ...ofGraphs, ...days }),
    deps.memory.figures(ofGraphs),
  ]);
  return buildOverview({
    ...{ totals, wrong, right },
    health: { ...health, shares: ledgerShares(memory) },
  });
}

/**
 * Returns the facts of the previous period. It has the same length as the report's period, and ends
 * where that period begins. Returns null if the project had no events then.
 */
async function previousOf(
  deps: ReportDeps,
  { period: { from, to }, filter }: ReportSubject,
): Promise<PreviousPeriod | null> {
  const firstEventAt = await deps.graphs.firstEventAt();
  // If the filter names cases, there is no previous period to compare with. The report's period
  // usually begins with the first of these cases, so no earlier case passes the filter.
  if (firstEventAt === null || firstEventAt >= from || filter.cases !== undefined) return null;
  const period = { from: from - (to - from), to: from };
  const [rows, report] = await Promise.all([
    factsOf(deps, { period, filter }),
    deps.reports.on(period, filter),
  ]);
  return { rows, period, report: report?.id ?? null };
}

/**
 * Loads the rows of the report, with texts only for the cases that the report can quote. All texts
 * of a period would be too long.
 */
async function rowsOf(deps: ReportDeps, subject: ReportSubject): Promise<ReportRow[]> {
  const rows = await factsOf(deps, subject);
  const texts = await deps.cases.reportTexts(casesToQuote(rows));
  return rows.map((row) => ({ ...row, ...(texts.get(row.id) ?? NO_TEXTS) }));
}

const NO_TEXTS: ReportTexts = { query: "", expected: [], prediction: "", reason: null };

function factsOf(deps: ReportDeps, subject: ReportSubject) {
  return deps.cases.figures(selectionOf(subject), MAX_ROWS);
}

function selectionOf({ period, filter }: ReportSubject): CaseSelection {
  const { from, to } = period;
  return { ...filter, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
