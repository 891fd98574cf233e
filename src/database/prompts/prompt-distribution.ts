/**
 * For each prompt version, counts how many of its answers were judged in a period, and how many of
 * them were wrong.
 */
import { and, count, eq, gte, lt, sql } from "drizzle-orm";
import type { CaseFilter } from "../../protocol/api/api.ts";
import type { PromptShare } from "../../protocol/api/prompts.ts";
import { matching, namesUser } from "../cases/case-filter.ts";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";
import { prompt, promptCase, promptOutcome } from "../schema/prompts.ts";
import { ifGiven } from "../statement-values.ts";
import { OUTCOME_SUMS, wrongShare } from "./prompt-views.ts";

const HOUR_MS = 3_600_000;
/**
 * Maximum number of returned versions. If there are more, those with the most answers and cases are
 * returned.
 */
const MAX_VERSIONS = 60;

export async function promptDistribution(
  database: Database,
  project: string,
  filter: CaseFilter,
): Promise<PromptShare[]> {
  const names = await database
    .select({ id: prompt.id, name: prompt.name })
    .from(prompt)
    .where(eq(prompt.project, project));
  // Without this check, a project without prompts would read all cases of the period for nothing.
  if (names.length === 0) return [];
  const [outcomes, cases] = await database.batch([
    outcomesIn(database, project, filter),
    casesIn(database, project, filter),
  ]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const keyOf = (row: { prompt: string; number: number }) => `${row.prompt} ${row.number}`;
  const versions = new Map([...outcomes, ...cases].map((row) => [keyOf(row), row]));
  const shares = [...versions].flatMap(([key, { prompt, number }]): PromptShare[] => {
    const name = nameOf.get(prompt);
    const outcome = outcomes.find((row) => keyOf(row) === key);
    const own = cases.filter((row) => keyOf(row) === key);
    if (name === undefined) return [];
    return [
      {
        ...{ prompt, name, version: number },
        count: own.reduce((total, row) => total + row.cases, 0),
        byType: Object.fromEntries(
          own.flatMap((row) => (row.errorType ? [[row.errorType, row.cases]] : [])),
        ),
        outcome: wrongShare(outcome?.answered, outcome?.wrong),
      },
    ];
  });
  return shares
    .sort((a, b) => b.outcome.answered - a.outcome.answered || b.count - a.count)
    .slice(0, MAX_VERSIONS)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : b.version - a.version));
}

function outcomesIn(database: Database, project: string, filter: CaseFilter) {
  const { from, to, system } = filter;
  const hourOf = (time: string) => Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS;
  const ofGraph = and(eq(graph.project, promptOutcome.project), eq(graph.id, promptOutcome.graph));
  return database
    .select(OUTCOME_SUMS)
    .from(promptOutcome)
    .innerJoin(graph, ofGraph)
    .where(
      and(
        eq(promptOutcome.project, project),
        ifGiven(from, (time) => gte(promptOutcome.hour, hourOf(time))),
        ifGiven(to, (time) => lt(promptOutcome.hour, Date.parse(time))),
        ifGiven(system, (wanted) => eq(graph.system, wanted)),
        ifGiven(filter.graph, (wanted) => eq(promptOutcome.graph, wanted)),
        namesUser(project, promptOutcome.graph, filter),
      ),
    )
    .groupBy(promptOutcome.prompt, promptOutcome.number);
}

function casesIn(database: Database, project: string, filter: CaseFilter) {
  return database
    .select({
      prompt: promptCase.prompt,
      number: promptCase.number,
      errorType: failedCase.errorType,
      cases: count(),
    })
    .from(promptCase)
    .innerJoin(failedCase, eq(failedCase.id, promptCase.case))
    .where(and(matching(project, filter), sql`${failedCase.state} = 'done'`))
    .groupBy(promptCase.prompt, promptCase.number, failedCase.errorType);
}
