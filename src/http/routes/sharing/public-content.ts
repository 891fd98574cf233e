/**
 * Returns the content that anybody with a public link can read. Each field is listed here, so that
 * no new field becomes public by accident.
 */
import type { OpenedLink } from "../../../database/sharing/link-repository.ts";
import type { Case } from "../../../protocol/api/api.ts";
import type { Attribution } from "../../../protocol/api/attribution.ts";
import type { Report } from "../../../protocol/api/insights/reports.ts";
import type {
  Shared,
  SharedCase,
  SharedReport,
  SharedView,
} from "../../../protocol/api/sharing/public-content.ts";
import { rangeOf } from "../../../protocol/api/sharing/view-period.ts";
import type { SavedView } from "../../../protocol/api/sharing/views.ts";
import { MAX_SHARED_CASES } from "../../../protocol/limits.ts";
import type { ProjectServices } from "../../context.ts";
import { publicCause, publicReason, withoutIds } from "./public-reason.ts";

/** Undefined if the case, report or view was deleted. */
export async function readShared(
  project: ProjectServices,
  { kind, target, projectName, expiresAt }: OpenedLink,
  now: number,
): Promise<Shared | undefined> {
  const about = { project: projectName, expiresAt: new Date(expiresAt).toISOString() };
  if (kind === "case") {
    const found = await project.cases.find(target);
    return found && { kind, ...about, case: toSharedCase(found) };
  }
  if (kind === "report") {
    const found = await project.reports.find(target);
    return found && { kind, ...about, report: toSharedReport(found) };
  }
  const found = await project.views.find(target);
  return found && { kind, ...about, view: await toSharedView(project, found, now) };
}

function toSharedCase({ attribution, ...item }: Case): SharedCase {
  const { query, expected, prediction, occurredAt, system, state, judgeReason } = item;
  return {
    ...{ query, expected, prediction, occurredAt, system, state, judgeReason },
    verdict: attribution === null ? null : toVerdict(attribution),
  };
}

function toVerdict(attribution: Attribution): NonNullable<SharedCase["verdict"]> {
  const { outcome, errorType, opName, confidence } = attribution;
  const isAttributed = attribution.outcome === "attributed";
  const chain = isAttributed ? attribution.chain : [];
  return {
    ...{ outcome, errorType, opName, confidence, reason: publicReason(attribution) },
    remedy: attribution.outcome === "undecided" ? attribution.remedy : null,
    lost: isAttributed ? attribution.lost : [],
    chain: chain.map((step) => ({
      ...{ opName: step.opName, role: step.role },
      ...{ carried: step.carried, decisive: step.decisive },
    })),
  };
}

function toSharedReport({ filter, body, explanation, ...report }: Report): SharedReport {
  const { from, to, headline } = report;
  const { cases, attributed, undecided, byType, byOperation, bySystem } = body;
  return {
    ...{ from, to, headline, cases, attributed, undecided, byType, byOperation, bySystem },
    isFiltered: Object.keys(filter).length > 0,
    overview: [...body.overview.text],
    conclusions: body.conclusions.map(({ title, meaning, action }) => ({
      ...{ title, meaning, action },
    })),
    findings: body.findings.map(({ title, text, errorType, opName, count, cases: shown }) => ({
      ...{ title, text, errorType, opName, count },
      cases: shown.map(({ query, expected, prediction, confidence }) => ({
        ...{ query, expected, prediction, confidence },
        reason: publicCause({ errorType, opName, lost: [] }),
      })),
    })),
    claims: (explanation?.systems ?? []).flatMap(({ system, claims }) =>
      claims.map(({ title, text }) => ({
        ...{ system, title: withoutIds(title), text: withoutIds(text) },
      })),
    ),
  };
}

async function toSharedView(
  project: ProjectServices,
  { name, filter }: SavedView,
  now: number,
): Promise<SharedView> {
  const { period, ...rest } = filter;
  const range = period === undefined ? {} : rangeOf(period, now);
  const page = await project.cases.list({ ...rest, ...range }, undefined, MAX_SHARED_CASES);
  return {
    name,
    isComplete: page.next === null,
    cases: page.items.map(({ query, expected, prediction, occurredAt, ...item }) => ({
      ...{ query, expected, prediction, occurredAt, state: item.state, outcome: item.outcome },
      ...{ errorType: item.errorType, opName: item.opName, confidence: item.confidence },
    })),
  };
}
