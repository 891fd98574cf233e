import { and, eq, type SQL, sql } from "drizzle-orm";
import { addTokens, type TokenUsage } from "../../graph/token-usage.ts";
import type { FoundPrompt } from "../../optimization/find-prompts.ts";
import type { PromptOutcome } from "../../optimization/prompt-outcomes.ts";
import type { PromptOrigin } from "../../protocol/api/prompts.ts";
import { MAX_TRACED_PROMPTS } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";
import { failedCase, graph as graphTable } from "../schema/project.ts";
import { prompt, promptCase, promptOutcome, promptUse, promptVersion } from "../schema/prompts.ts";
import { storedTokens } from "../tokens/tokens-by-model.ts";
import { promptIdOf, textHashOf } from "./prompt-id.ts";
import { MAX_TRACED_VERSIONS } from "./prompt-views.ts";

/** Identifies the loaded graph. A later graph with the same id has another `createdAt`. */
export interface TracedGraph {
  readonly id: string;
  readonly createdAt: number;
}

export interface TracedPrompts {
  readonly found: readonly FoundPrompt[];
  /** Counts of judged answers, for each prompt in `found` and each hour. */
  readonly outcomes: readonly PromptOutcome[];
}

/**
 * For each graph, at most this much is stored: the last `MAX_TEXTS` prompt texts, `MAX_OWNERS`
 * operation names for each text, and `MAX_OUTCOMES` hourly counts of answers.
 */
export const MAX_TEXTS = 50;
const MAX_OWNERS = 50;
const MAX_OUTCOMES = 5_000;
/**
 * Maximum number of model names that are stored for a graph's prompt uses, because all names must
 * fit into one bound parameter. Tokens of other models are counted without a name, so they have no
 * price.
 */
const MAX_MODELS = 2_000;

/** Replaces what is stored about this graph's prompts. */
export async function recordPrompts(
  database: Database,
  project: string,
  graph: TracedGraph,
  { found, outcomes }: TracedPrompts,
  now: number,
): Promise<void> {
  const known = new Map(found.slice(-MAX_TEXTS).map((item) => [item, keyOf(project, item)]));
  const rows = [...known].map(([{ uses, name, text }, key]) => ({ ...key, uses, name, text }));
  const stands = standing(project, graph);
  const hasRoom = sql`(select count(*) from ${prompt} where project = ${project}) < ${MAX_TRACED_PROMPTS}`;
  let named = 0;
  const uses = rows.flatMap(({ prompt, hash, served, uses: read }) => {
    const byName = Map.groupBy(read, ({ opName }) => opName);
    const names = byName.size > 0 ? [...byName].slice(0, MAX_OWNERS) : [["", []] as const];
    return names.map(([opName, calls]) => {
      // A wrong clock can date a call in the future. Without this limit, the call would stay the
      // last one even after later calls.
      const lastAt = calls.reduce((last, { at }) => Math.max(last, Math.min(at, now)), 0) || now;
      const byModel = new Map<string, TokenUsage>();
      for (const { model = "", tokens } of calls)
        byModel.set(model, addTokens(byModel.get(model), tokens));
      const { inputTokens, outputTokens } = [...byModel.values()].reduce(addTokens, addTokens());
      const models = storedTokens(byModel);
      named += models.length;
      return {
        ...{ prompt, hash, served, calls: calls.length, lastAt, opName: well(opName) },
        ...{ inputTokens, outputTokens, models: named > MAX_MODELS ? [] : models },
      };
    });
  });
  const counted = outcomes.slice(-MAX_OUTCOMES).flatMap(({ prompt: of, ...outcome }) => {
    const key = known.get(of);
    return key === undefined ? [] : { ...key, ...outcome };
  });
  const isThis = (table: typeof promptUse | typeof promptOutcome) =>
    and(eq(table.project, project), eq(table.graph, graph.id), stands);
  const told = JSON.stringify([...new Set(rows.map(({ prompt }) => prompt))]);
  await database.batch([
    withoutVersionsOf(
      database,
      project,
      graph.id,
      and(stands, sql`prompt not in (select value from json_each(${told}))`),
    ),
    database.delete(promptOutcome).where(isThis(promptOutcome)),
    database.delete(promptUse).where(isThis(promptUse)),
    ...rows.flatMap(({ prompt: id, hash, name, text }) => [
      addPrompt(database, { project, prompt: id, name }, now, sql`${stands} and ${hasRoom}`),
      addVersion(database, { project, prompt: id, hash, text, origin: "traced" }, now, stands),
    ]),
    database.insert(promptUse).select(sql`
      select ${project}, ${graph.id}, version.prompt, version.number, told.value ->> 'opName',
        sum(told.value ->> 'calls'), max(told.value ->> 'lastAt'),
        sum(told.value ->> 'inputTokens'), sum(told.value ->> 'outputTokens'),
        json_group_array(json(told.value -> 'models'))
      from json_each(${JSON.stringify(uses)}) as told ${meantVersion} where ${stands}
      group by 3, 4, 5`),
    database.insert(promptOutcome).select(sql`
      select ${project}, ${graph.id}, version.prompt, version.number, told.value ->> 'hour',
        sum(told.value ->> 'answered'), sum(told.value ->> 'wrong')
      from json_each(${JSON.stringify(counted)}) as told ${meantVersion} where ${stands}
      group by 3, 4, 5`),
    ...withoutLostVersions(database, project, told),
    withoutLostPrompts(database, project),
  ]);
}

/** Statements that replace the list of prompts that a case's decisive operation used. */
export function promptsOfCase(
  { database, project, where }: { database: Database; project: string; where: SQL | undefined },
  caseId: string,
  behind: readonly FoundPrompt[],
) {
  const keys = JSON.stringify(behind.map((found) => keyOf(project, found)));
  return [
    database
      .delete(promptCase)
      .where(and(eq(promptCase.project, project), eq(promptCase.case, caseId))),
    database
      .insert(promptCase)
      .select(sql`
        select ${project}, ${caseId}, version.prompt, version.number
        from json_each(${keys}) as told ${meantVersion}
        where exists (select 1 from ${failedCase} where ${where})`)
      .onConflictDoNothing(),
  ] as const;
}

/**
 * SQL that joins the prompt version that a trace used. If the trace gives the number of a stored
 * version, joins this version. Otherwise, joins the stored version with the same text.
 */
const meantVersion = sql.raw(`join prompt_version as version
  on version.prompt = told.value ->> 'prompt' and version.number = coalesce(
    (select number from prompt_version where prompt = told.value ->> 'prompt' and number = told.value ->> 'served'),
    (select number from prompt_version where prompt = told.value ->> 'prompt' and hash = told.value ->> 'hash'))`);

function keyOf(project: string, { name, text, version }: FoundPrompt) {
  return { prompt: promptIdOf(project, name), hash: textHashOf(text), served: version ?? null };
}

const UNDECIDED = sql.raw("origin = 'traced' and adopted_at is null");

/**
 * Deletes the versions that only this graph uses, except versions on which a person decided. Run
 * this before the graph's prompt uses are deleted.
 */
export function withoutVersionsOf(
  database: Database,
  project: string,
  graph: string,
  where: SQL | undefined = undefined,
) {
  const isUse = sql.raw(
    "used.prompt = prompt_version.prompt and used.number = prompt_version.number",
  );
  return database.delete(promptVersion).where(
    and(
      sql`project = ${project} and ${UNDECIDED}`,
      sql`(prompt, number) in (
        select prompt, number from prompt_use where project = ${project} and graph = ${graph})`,
      sql`not exists (select 1 from prompt_use as used where ${isUse} and used.graph <> ${graph})`,
      where,
    ),
  );
}

/** Deletes prompts without a version. */
export function withoutLostPrompts(database: Database, project: string) {
  return database.delete(prompt).where(sql`project = ${project} and not exists (
    select 1 from prompt_version as version where version.prompt = prompt.id)`);
}

/**
 * Deletes versions that no graph uses. If a prompt has more than `MAX_TRACED_VERSIONS` versions
 * from traces, deletes the oldest of them too. Versions on which a person decided are kept and do
 * not count.
 * @param prompts JSON list of prompt ids
 */
function withoutLostVersions(database: Database, project: string, prompts: string) {
  const own = sql`project = ${project} and ${UNDECIDED}
    and prompt in (select value from json_each(${prompts}))`;
  return [
    database.delete(promptVersion).where(sql`${own} and (
      select count(*) from prompt_version as later
      where later.prompt = prompt_version.prompt and later.number > prompt_version.number
        and later.origin = 'traced' and later.adopted_at is null) >= ${MAX_TRACED_VERSIONS}`),
    database.delete(promptVersion).where(sql`${own} and not exists (
      select 1 from prompt_use as used
      where used.prompt = prompt_version.prompt and used.number = prompt_version.number)`),
  ] as const;
}

interface PromptOf {
  readonly project: string;
  readonly prompt: string;
}

/**
 * Adds the prompt if it does not exist.
 * @param where SQL condition; if false, no row is added
 */
export function addPrompt(
  database: Database,
  { project, prompt: id, name }: PromptOf & { readonly name: string },
  now: number,
  where = sql`true`,
) {
  return database
    .insert(prompt)
    .select(sql`select ${id}, ${project}, ${well(name)}, null, null, 0, ${now} where ${where}`)
    .onConflictDoNothing();
}

/** Adds a version if no version of the prompt has this text. */
export function addVersion(
  database: Database,
  {
    project,
    prompt: id,
    ...version
  }: PromptOf & { readonly hash: string; readonly text: string; readonly origin: PromptOrigin },
  now: number,
  where = sql`true`,
) {
  const { hash, text, origin } = version;
  return database
    .insert(promptVersion)
    .select(sql`
      select ${project}, ${id}, coalesce(max(number), 0) + 1, ${hash}, ${well(text)}, ${origin}, ${now}, null
      from prompt_version where prompt = ${id}
      having ${where} and exists (select 1 from ${prompt} where id = ${id})`)
    .onConflictDoNothing();
}

function standing(project: string, { id, createdAt }: TracedGraph) {
  return sql`exists (select 1 from ${graphTable} where ${graphTable.project} = ${project}
    and ${graphTable.id} = ${id} and ${graphTable.createdAt} = ${createdAt})`;
}

/** Replaces unpaired surrogates, because D1 cannot store them. */
function well(text: string): string {
  return text.toWellFormed();
}
