/** Exports everything that a project stores outside its graphs. */
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";
import { alertRule } from "../schema/alerts.ts";
import { rightAnswer } from "../schema/annotation/answers.ts";
import { benchmark, benchmarkCase } from "../schema/annotation/benchmarks.ts";
import { comment } from "../schema/annotation/comments.ts";
import { answerDecision } from "../schema/annotation/decisions.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { queue } from "../schema/annotation/queues.ts";
import { dataset, datasetItem, experiment, experimentResult } from "../schema/experiments.ts";
import { finding, shift } from "../schema/findings.ts";
import { judgement } from "../schema/judge.ts";
import { modelPrices, modelSpending } from "../schema/model.ts";
import { deletionReceipt, projectRetention } from "../schema/privacy.ts";
import { apiKey, delivery, endpoint, failedCase, report } from "../schema/project.ts";
import { prompt, promptVersion } from "../schema/prompts.ts";
import { proposal, suggestion } from "../schema/proposals.ts";
import { redaction, redactionCount } from "../schema/redaction.ts";
import { replay } from "../schema/replays.ts";
import { publicLink, savedView } from "../schema/sharing.ts";
import { projectRole } from "../schema/teams/project-roles.ts";
import { usageDay } from "../schema/teams/usage.ts";

type OwnTable = SQLiteTable & { readonly project: SQLiteColumn };

interface Exported {
  /** Name of the file in the export. */
  readonly name: string;
  readonly table: OwnTable;
  /** Columns that identify a row within the project. An index contains them in this order. */
  readonly keys: readonly SQLiteColumn[];
  /** Columns that are not exported, because they contain secrets or hashes of secrets. */
  readonly without?: readonly string[];
}

const EXPORTED: readonly Exported[] = [
  { name: "cases", table: failedCase, keys: [failedCase.occurredAt, failedCase.id] },
  { name: "labels", table: caseLabel, keys: [caseLabel.case, caseLabel.number] },
  {
    ...{ name: "answer-decisions", table: answerDecision },
    keys: [answerDecision.case, answerDecision.number],
  },
  { name: "comments", table: comment, keys: [comment.id] },
  { name: "judged-answers", table: rightAnswer, keys: [rightAnswer.id] },
  { name: "judgements", table: judgement, keys: [judgement.id] },
  { name: "findings", table: finding, keys: [finding.id] },
  { name: "shifts", table: shift, keys: [shift.at, shift.id] },
  { name: "reports", table: report, keys: [report.createdAt, report.id] },
  { name: "prompts", table: prompt, keys: [prompt.id] },
  {
    ...{ name: "prompt-versions", table: promptVersion },
    keys: [promptVersion.prompt, promptVersion.number],
  },
  { name: "proposals", table: proposal, keys: [proposal.id] },
  { name: "suggestions", table: suggestion, keys: [suggestion.case, suggestion.round] },
  { name: "replays", table: replay, keys: [replay.id] },
  { name: "datasets", table: dataset, keys: [dataset.id] },
  { name: "dataset-items", table: datasetItem, keys: [datasetItem.dataset, datasetItem.id] },
  { name: "experiments", table: experiment, keys: [experiment.id] },
  {
    ...{ name: "experiment-results", table: experimentResult },
    keys: [experimentResult.experiment, experimentResult.item],
  },
  { name: "benchmarks", table: benchmark, keys: [benchmark.id] },
  {
    ...{ name: "benchmark-cases", table: benchmarkCase },
    keys: [benchmarkCase.benchmark, benchmarkCase.case],
  },
  { name: "queues", table: queue, keys: [queue.id] },
  { name: "views", table: savedView, keys: [savedView.id] },
  { name: "public-links", table: publicLink, keys: [publicLink.id], without: ["hash"] },
  { name: "alert-rules", table: alertRule, keys: [alertRule.id] },
  {
    ...{ name: "webhooks-and-channels", table: endpoint, keys: [endpoint.id] },
    without: ["secret", "earlierSecrets"],
  },
  { name: "deliveries", table: delivery, keys: [delivery.createdAt, delivery.id] },
  { name: "keys", table: apiKey, keys: [apiKey.id], without: ["hash"] },
  { name: "roles", table: projectRole, keys: [projectRole.userId] },
  { name: "redaction", table: redaction, keys: [redaction.project], without: ["sealedKey"] },
  {
    ...{ name: "redaction-counts", table: redactionCount },
    keys: [redactionCount.day, redactionCount.kind],
  },
  { name: "retention", table: projectRetention, keys: [projectRetention.project] },
  {
    ...{ name: "deletion-receipts", table: deletionReceipt, keys: [deletionReceipt.id] },
    without: ["pending"],
  },
  { name: "usage", table: usageDay, keys: [usageDay.day] },
  { name: "model-prices", table: modelPrices, keys: [modelPrices.project] },
  { name: "model-spending", table: modelSpending, keys: [modelSpending.day] },
];

/** Number of rows on a page. It is low, because a page is in memory and rows can be long. */
const PAGE = 50;

export const EXPORTED_NAMES = EXPORTED.map(({ name }) => name);

/** Yields the rows of one table as lines of JSON, page by page. */
export async function* linesOf(
  database: Database,
  project: string,
  name: string,
): AsyncGenerator<string> {
  const list = EXPORTED.find((one) => one.name === name);
  if (list === undefined) throw new Error(`no list ${name}`);
  const { table, keys, without = [] } = list;
  const columns = Object.entries(getTableColumns(table));
  const shown = Object.fromEntries(columns.filter(([field]) => !without.includes(field)));
  const marks = Object.fromEntries(keys.map((key, index) => [`key${index}`, sql<unknown>`${key}`]));
  let after: SQL | undefined;
  for (let isMore = true; isMore; ) {
    const rows: { row: object; mark: Record<string, unknown> }[] = await database
      .select({ row: shown, mark: marks })
      .from(table)
      .where(and(eq(table.project, project), after))
      .orderBy(...keys)
      .limit(PAGE);
    if (rows.length > 0) yield rows.map(({ row }) => `${JSON.stringify(row)}\n`).join("");
    const last = rows.at(-1);
    isMore = rows.length === PAGE && last !== undefined;
    if (last === undefined) continue;
    const values = keys.map((_, index) => sql`${last.mark[`key${index}`]}`);
    after = sql`(${sql.join([...keys], sql`, `)}) > (${sql.join(values, sql`, `)})`;
  }
}
