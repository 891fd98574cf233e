import { and, eq, gte, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AgreementFilter } from "../../protocol/api/annotation/labels.ts";
import type { CaseSelection } from "../../protocol/api/insights/case-selection.ts";
import { acceptsVerdict, isLabelledBy } from "../annotation/label-rows.ts";
import { isOfFinding } from "../insights/record-finding.ts";
import { promptIdOf } from "../prompts/prompt-id.ts";
import {
  datasetItem,
  dataset as datasetTable,
  experiment,
  experimentResult,
} from "../schema/experiments.ts";
import { shift, shiftCase } from "../schema/findings.ts";
import { failedCase, graph as graphTable, graphUser } from "../schema/project.ts";
import { promptCase } from "../schema/prompts.ts";
import { ifGiven, isOneOf } from "../statement-values.ts";
import { EXPECTED } from "./answers/expected-answers.ts";

export function matching(project: string, filter: CaseSelection): SQL | undefined {
  const { from, to, outcome, errorType, opName, system, sessionCategory, graph, state, search } =
    filter;
  const { prompt, promptVersion, subKind } = filter;
  const { proof } = filter;
  return and(
    eq(failedCase.project, project),
    ifGiven(from, (time) => gte(failedCase.occurredAt, Date.parse(time))),
    ifGiven(to, (time) => lt(failedCase.occurredAt, Date.parse(time))),
    ifGiven(outcome, (wanted) => eq(failedCase.outcome, wanted)),
    ifGiven(errorType, (wanted) => eq(failedCase.errorType, wanted)),
    ifGiven(subKind, (wanted) => eq(failedCase.subKind, wanted)),
    ifGiven(opName, (wanted) => eq(failedCase.opName, wanted)),
    ifGiven(system, (wanted) => eq(failedCase.system, wanted)),
    ifGiven(sessionCategory, (wanted) => eq(failedCase.sessionCategory, wanted)),
    ifGiven(graph, (wanted) => eq(failedCase.graph, wanted)),
    ifGiven(filter.graphs, (wanted) => isOneOf(failedCase.graph, wanted)),
    ifGiven(filter.cases, (wanted) => isOneOf(failedCase.id, wanted)),
    namesUser(project, failedCase.graph, filter),
    ifGiven(state, (wanted) => eq(failedCase.state, wanted)),
    ifGiven(prompt, (wanted) => instructedBy(project, wanted, promptVersion)),
    ifGiven(proof, (wanted) => eq(failedCase.proof, wanted)),
    ifGiven(
      filter.labelled,
      (wanted) => sql`(${failedCase.labelState} <> 'none') = ${wanted === "true"}`,
    ),
    ifGiven(filter.agreement, (wanted) => IN_AGREEMENT[wanted]),
    ifGiven(filter.author, (wanted) => isLabelledBy(project, wanted)),
    ifGiven(filter.finding, (wanted) => isOfFinding(project, wanted)),
    ifGiven(filter.shift, (wanted) => isBehindShift(project, wanted)),
    ifGiven(filter.dataset, (wanted) => isOfDataset(project, wanted)),
    ifGiven(filter.experiment, (wanted) => isOfExperiment(project, wanted)),
    ifGiven(search, (words) =>
      containsAny([failedCase.query, failedCase.prediction, EXPECTED], words),
    ),
  );
}

/**
 * SQL condition that is true if one of the texts contains `words`. The case of ASCII letters does
 * not matter. The SQL does not use LIKE, because D1 limits LIKE patterns to 50 bytes.
 */
export function containsAny(texts: readonly SQLWrapper[], words: string): SQL | undefined {
  return or(...texts.map((text) => sql`instr(lower(${text}), lower(${words})) > 0`));
}

/**
 * SQL condition that is true if the case has both a decided verdict and a label, so that they can
 * be compared.
 */
export const IS_COMPARED = sql`${failedCase.errorType} is not null and ${failedCase.label} is not null`;

const IN_AGREEMENT: Readonly<Record<AgreementFilter, SQL>> = {
  agrees: sql`(${IS_COMPARED} and ${acceptsVerdict(failedCase.label)})`,
  differs: sql`(${IS_COMPARED} and not ${acceptsVerdict(failedCase.label)})`,
  disputed: sql`${failedCase.labelState} = 'disputed'`,
};

/**
 * SQL condition that is true if the case's decisive operation used the prompt with this id or name.
 */
function instructedBy(project: string, prompt: string, version: number | undefined): SQL {
  const numbered = version === undefined ? sql`` : sql` and ${promptCase.number} = ${version}`;
  return sql`exists (select 1 from ${promptCase} where ${promptCase.case} = ${failedCase.id}${numbered}
    and ${promptCase.prompt} in (${prompt}, ${promptIdOf(project, prompt)}))`;
}

function isBehindShift(project: string, id: string): SQL {
  return sql`exists (select 1 from ${shiftCase} join ${shift} on ${shift.id} = ${shiftCase.shift} where ${shiftCase.shift} = ${id} and ${shift.project} = ${project} and ${shiftCase.case} = ${failedCase.id})`;
}

/**
 * SQL condition that is true if the graph's events name one of the filter's end users. Undefined if
 * the filter names no end user.
 */
export function namesUser(
  project: string,
  graph: AnySQLiteColumn,
  { user, users }: Pick<CaseSelection, "user" | "users">,
): SQL | undefined {
  const among = (wanted: readonly string[]) => sql`exists (select 1 from ${graphUser}
    where ${graphUser.project} = ${project} and ${graphUser.graph} = ${graph}
      and ${isOneOf(graphUser.user, wanted)})`;
  return and(
    ifGiven(user, (wanted) => among([wanted])),
    ifGiven(users, among),
  );
}

/**
 * SQL condition that is true if an item of the dataset was made from the case. It is also true if
 * an experiment on the dataset recorded the case's graph.
 */
function isOfDataset(project: string, dataset: string): SQL {
  const chosen = sql`select ${datasetTable.id} from ${datasetTable}
    where ${datasetTable.project} = ${project} and ${dataset} in (${datasetTable.id}, ${datasetTable.name})`;
  const made = sql`${failedCase.id} in (select ${datasetItem.case} from ${datasetItem}
    where ${datasetItem.dataset} in (${chosen}) and ${datasetItem.case} is not null)`;
  const asked = sql`exists (select 1 from ${experimentResult}
    join ${experiment} on ${experiment.id} = ${experimentResult.experiment}
    where ${experimentResult.project} = ${project} and ${experimentResult.graph} = ${failedCase.graph}
      and ${experiment.dataset} in (${chosen}))`;
  return sql`(${made} or ${asked})`;
}

function isOfExperiment(project: string, id: string): SQL {
  return sql`exists (select 1 from ${experimentResult}
    where ${experimentResult.project} = ${project} and ${experimentResult.graph} = ${failedCase.graph}
      and ${experimentResult.experiment} = ${id})`;
}

/** The filters that select whole graphs. */
export type GraphSelection = Pick<CaseSelection, "system" | "graph" | "graphs" | "user" | "users">;

export function isGraphOf(project: string, selection: GraphSelection): SQL | undefined {
  const { system, graph: id, graphs } = selection;
  return and(
    eq(graphTable.project, project),
    ifGiven(system, (wanted) => eq(graphTable.system, wanted)),
    ifGiven(id, (wanted) => eq(graphTable.id, wanted)),
    ifGiven(graphs, (wanted) => isOneOf(graphTable.id, wanted)),
    namesUser(project, graphTable.id, selection),
  );
}
