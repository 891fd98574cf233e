/** The filters of cases, as conditions on their rows. */
import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
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
import { isOneOf } from "../statement-values.ts";
import { EXPECTED } from "./answers/expected-answers.ts";

export function matching(project: string, filter: CaseSelection): SQL | undefined {
  const { from, to, outcome, errorType, opName, system, sessionCategory, graph, state, search } =
    filter;
  const { prompt, promptVersion, subKind } = filter;
  const { proof } = filter;
  return and(
    eq(failedCase.project, project),
    from ? gte(failedCase.occurredAt, Date.parse(from)) : undefined,
    to ? lt(failedCase.occurredAt, Date.parse(to)) : undefined,
    outcome ? eq(failedCase.outcome, outcome) : undefined,
    errorType ? eq(failedCase.errorType, errorType) : undefined,
    subKind ? eq(failedCase.subKind, subKind) : undefined,
    opName ? eq(failedCase.opName, opName) : undefined,
    system ? eq(failedCase.system, system) : undefined,
    sessionCategory ? eq(failedCase.sessionCategory, sessionCategory) : undefined,
    graph ? eq(failedCase.graph, graph) : undefined,
    filter.graphs ? isOneOf(failedCase.graph, filter.graphs) : undefined,
    filter.cases ? isOneOf(failedCase.id, filter.cases) : undefined,
    namesUser(project, failedCase.graph, filter),
    state ? eq(failedCase.state, state) : undefined,
    prompt ? instructedBy(project, prompt, promptVersion) : undefined,
    proof ? eq(failedCase.proof, proof) : undefined,
    filter.labelled
      ? sql`(${failedCase.labelState} <> 'none') = ${filter.labelled === "true"}`
      : undefined,
    filter.agreement ? IN_AGREEMENT[filter.agreement] : undefined,
    filter.author ? isLabelledBy(project, filter.author) : undefined,
    filter.finding ? isOfFinding(project, filter.finding) : undefined,
    filter.shift ? isBehindShift(project, filter.shift) : undefined,
    filter.dataset ? isOfDataset(project, filter.dataset) : undefined,
    filter.experiment ? isOfExperiment(project, filter.experiment) : undefined,
    // Does not use LIKE, because D1 limits LIKE patterns to 50 bytes.
    search
      ? or(
          ...[failedCase.query, failedCase.prediction, EXPECTED].map(
            (column) => sql`instr(lower(${column}), lower(${search})) > 0`,
          ),
        )
      : undefined,
  );
}

/** Whether the case has a decided verdict and a label that counts. */
export const IS_COMPARED = sql`${failedCase.errorType} is not null and ${failedCase.label} is not null`;

const IN_AGREEMENT: Readonly<Record<AgreementFilter, SQL>> = {
  agrees: sql`(${IS_COMPARED} and ${acceptsVerdict(failedCase.label)})`,
  differs: sql`(${IS_COMPARED} and not ${acceptsVerdict(failedCase.label)})`,
  disputed: sql`${failedCase.labelState} = 'disputed'`,
};

/** Whether the case's decisive operation used the prompt with this id or name. */
function instructedBy(project: string, prompt: string, version: number | undefined): SQL {
  const numbered = version === undefined ? sql`` : sql` and ${promptCase.number} = ${version}`;
  return sql`exists (select 1 from ${promptCase} where ${promptCase.case} = ${failedCase.id}${numbered}
    and ${promptCase.prompt} in (${prompt}, ${promptIdOf(project, prompt)}))`;
}

/** Whether the case is listed among the cases of the shift with this id. */
function isBehindShift(project: string, id: string): SQL {
  return sql`exists (select 1 from ${shiftCase} join ${shift} on ${shift.id} = ${shiftCase.shift} where ${shiftCase.shift} = ${id} and ${shift.project} = ${project} and ${shiftCase.case} = ${failedCase.id})`;
}

/** Whether the graph names one of these end users; undefined if the filter contains no end user. */
export function namesUser(
  project: string,
  graph: AnySQLiteColumn,
  { user, users }: Pick<CaseSelection, "user" | "users">,
): SQL | undefined {
  const among = (wanted: readonly string[]) => sql`exists (select 1 from ${graphUser}
    where ${graphUser.project} = ${project} and ${graphUser.graph} = ${graph}
      and ${isOneOf(graphUser.user, wanted)})`;
  return and(user ? among([user]) : undefined, users ? among(users) : undefined);
}

/**
 * Whether the case belongs to the dataset. It does if a dataset item was made from the case, or if
 * an experiment with the dataset recorded the case's graph.
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

/** The filters that select graphs. */
export type GraphSelection = Pick<CaseSelection, "system" | "graph" | "graphs" | "user" | "users">;

/** Whether the selection includes a graph. */
export function isGraphOf(project: string, selection: GraphSelection): SQL | undefined {
  const { system, graph: id, graphs } = selection;
  return and(
    eq(graphTable.project, project),
    system ? eq(graphTable.system, system) : undefined,
    id ? eq(graphTable.id, id) : undefined,
    graphs ? isOneOf(graphTable.id, graphs) : undefined,
    namesUser(project, graphTable.id, selection),
  );
}
