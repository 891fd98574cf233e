/** Makes a report, stores it, and queues the webhooks that tell of it. */
import type { Report } from "../protocol/reports.ts";
import type { Period } from "../reports/case-row.ts";
import { buildReport, type PreviousPeriod } from "../reports/report.ts";
import type { CaseRepository } from "../storage/case-repository.ts";
import type { GraphRepository } from "../storage/graph-repository.ts";
import type { ReportRepository } from "../storage/report-repository.ts";
import type { WebhookRepository } from "../storage/webhook-repository.ts";
import { reportReady } from "../webhooks/payloads.ts";

export interface ReportDeps {
  readonly project: string;
  readonly cases: CaseRepository;
  readonly graphs: GraphRepository;
  readonly reports: ReportRepository;
  readonly webhooks: WebhookRepository;
  readonly publicUrl: string;
  newId(prefix: string): string;
}

/** Cases that a report is made of; the newest ones, where a period has more. */
const MAX_ROWS = 5_000;

/** `deliveries` are the ids to wake. */
export async function issueReport(
  deps: ReportDeps,
  period: Period,
  trigger: "request" | "schedule",
  now: number,
): Promise<{ report: Report; deliveries: string[] }> {
  const [rows, previous] = await Promise.all([rowsOf(deps, period), previousOf(deps, period)]);
  const body = buildReport(rows, period, previous);
  const created = {
    id: deps.newId("rep"),
    start: period.from,
    end: period.to,
    trigger,
    headline: body.headline,
    body,
    createdAt: now,
  };
  const payload = reportReady(
    { baseUrl: deps.publicUrl, project: deps.project },
    { id: created.id, ...period, trigger, headline: body.headline },
    now,
  );
  const deliveries = await deps.webhooks.deliveriesFor(payload, () => deps.newId("msg"), now);
  await deps.reports.store(created, deliveries);
  return {
    report: {
      id: created.id,
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      createdAt: new Date(now).toISOString(),
      trigger,
      headline: body.headline,
      body,
    },
    deliveries: deliveries.map(({ id }) => id),
  };
}

/** The period of equal length just before; null where the project had received nothing by then. */
async function previousOf(deps: ReportDeps, { from, to }: Period): Promise<PreviousPeriod | null> {
  const firstEventAt = await deps.graphs.firstEventAt();
  if (firstEventAt === undefined || firstEventAt >= from) return null;
  const period = { from: from - (to - from), to: from };
  const [rows, report] = await Promise.all([
    rowsOf(deps, period),
    deps.reports.on(period.from, period.to),
  ]);
  return { rows, period, report: report?.id ?? null };
}

function rowsOf(deps: ReportDeps, period: Period) {
  const filter = {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  };
  return deps.cases.reportRows(filter, MAX_ROWS);
}
