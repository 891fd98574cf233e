import { type SQL, sql } from "drizzle-orm";
import type { CaseSelection } from "../../protocol/api/insights/case-selection.ts";
import type { Database } from "../database.ts";
import { promptIdOf } from "../prompts/prompt-id.ts";
import { dataset, experiment } from "../schema/experiments.ts";
import { finding, shift } from "../schema/findings.ts";
import { failedCase, graph, graphUser } from "../schema/project.ts";
import { prompt, promptVersion } from "../schema/prompts.ts";

export type UnknownKind =
  | ("graph" | "end user" | "case" | "finding" | "shift")
  | ("dataset" | "experiment" | "prompt" | "prompt version");

/**
 * Finds values in the selection that do not exist in the project, and returns their kinds. For
 * example, it returns `case` if the selection names a case that the project does not have.
 */
export async function unknownInSelection(
  database: Database,
  project: string,
  selection: CaseSelection,
): Promise<UnknownKind[]> {
  const checks = checksOf(project, selection);
  if (checks.length === 0) return [];
  const columns = checks.map(
    ([, isUnknown], place) => sql`${isUnknown} as ${sql.raw(`c${place}`)}`,
  );
  const [row] = await database.all<Record<string, number>>(
    sql`select ${sql.join(columns, sql`, `)}`,
  );
  return checks.flatMap(([kind], place) => (row?.[`c${place}`] === 1 ? [kind] : []));
}

function checksOf(project: string, selection: CaseSelection): [UnknownKind, SQL][] {
  const { prompt: named, promptVersion: version } = selection;
  const graphs = [...(selection.graphs ?? []), ...given(selection.graph)];
  const users = [...(selection.users ?? []), ...given(selection.user)];
  const isOwn = (table: { project: unknown }) => sql`${table.project} = ${project}`;
  const checks: [UnknownKind, SQL | undefined][] = [
    [
      "graph",
      isMissing(graphs, sql`${graph} where ${isOwn(graph)} and ${graph.id} = wanted.value`),
    ],
    [
      "end user",
      isMissing(
        users,
        sql`${graphUser} where ${isOwn(graphUser)} and ${graphUser.user} = wanted.value`,
      ),
    ],
    [
      "case",
      isMissing(
        selection.cases ?? [],
        sql`${failedCase} where ${isOwn(failedCase)} and ${failedCase.id} = wanted.value`,
      ),
    ],
    [
      "finding",
      isMissing(
        given(selection.finding),
        sql`${finding} where ${isOwn(finding)} and ${finding.id} = wanted.value`,
      ),
    ],
    [
      "shift",
      isMissing(
        given(selection.shift),
        sql`${shift} where ${isOwn(shift)} and ${shift.id} = wanted.value`,
      ),
    ],
    [
      "dataset",
      isMissing(
        given(selection.dataset),
        sql`${dataset} where ${isOwn(dataset)} and wanted.value in (${dataset.id}, ${dataset.name})`,
      ),
    ],
    [
      "experiment",
      isMissing(
        given(selection.experiment),
        sql`${experiment} where ${isOwn(experiment)} and ${experiment.id} = wanted.value`,
      ),
    ],
  ];
  if (named !== undefined) {
    const ids = sql`(${named}, ${promptIdOf(project, named)})`;
    const ofVersion =
      version === undefined ? sql`` : sql` and ${promptVersion.number} = ${version}`;
    checks.push([
      version === undefined ? "prompt" : "prompt version",
      sql`not exists (select 1 from ${prompt} join ${promptVersion} on ${promptVersion.prompt} = ${prompt.id}
        where ${isOwn(prompt)} and ${prompt.id} in ${ids}${ofVersion})`,
    ]);
  }
  return checks.flatMap(([kind, check]) => (check === undefined ? [] : [[kind, check]]));
}

function given(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

function isMissing(values: readonly string[], found: SQL): SQL | undefined {
  if (values.length === 0) return undefined;
  return sql`exists (select 1 from json_each(${JSON.stringify(values)}) as wanted
    where not exists (select 1 from ${found}))`;
}
