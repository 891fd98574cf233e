import {
  and,
  type Column,
  count,
  countDistinct,
  desc,
  eq,
  max,
  type SQL,
  sql,
  sum,
} from "drizzle-orm";
import type {
  PromptOwner,
  PromptSummary,
  PromptVersionSummary,
  WrongShare,
} from "../../protocol/api/prompts.ts";
import { wilson } from "../../statistics/wilson.ts";
import type { Database } from "../database.ts";
import { graph } from "../schema/project.ts";
import { prompt, promptCase, promptOutcome, promptUse, promptVersion } from "../schema/prompts.ts";
import { priceListOf, pricesIn } from "../tokens/price-repository.ts";
import { tokensByOwner, tokensOfOwners } from "../tokens/tokens-by-model.ts";

export type PromptRow = typeof prompt.$inferSelect & { readonly current: number | null };

/** Maximum number of stored versions of a prompt that are known only from traces. */
export const MAX_TRACED_VERSIONS = 20;
/**
 * Minimum average number of calls per version. If there are fewer calls, most texts were used only
 * once. They are then probably not versions, but one template that was filled with different
 * values.
 */
const MIN_CALLS_OF_VERSIONS = 2;

/**
 * SQL for the number of the version in use. This is the active version. If there is none, it is the
 * version that a trace used last, and otherwise the newest version; null if the prompt has none.
 * Another version (the candidate) can be on trial at the same time.
 */
export const CURRENT = sql<number | null>`coalesce(${prompt.active}, (
  select ${promptUse.number} from ${promptUse} where ${promptUse.prompt} = ${prompt.id}
    and ${promptUse.number} is not ${prompt.candidate}
  order by ${promptUse.lastAt} desc, ${promptUse.number} desc limit 1
), (select max(${promptVersion.number}) from ${promptVersion} where ${promptVersion.prompt} = ${prompt.id}))`;

export const PROMPT = {
  id: prompt.id,
  project: prompt.project,
  name: prompt.name,
  active: prompt.active,
  candidate: prompt.candidate,
  share: prompt.share,
  createdAt: prompt.createdAt,
  current: CURRENT,
};

export interface PromptDetails {
  readonly summary: PromptSummary;
  /** Newest version first. */
  readonly versions: readonly PromptVersionSummary[];
}

/** Returns the details in the order of the rows. */
export async function detailsOf(
  database: Database,
  rows: readonly PromptRow[],
): Promise<PromptDetails[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const among = (column: Column) => sql`${column} in (select value from json_each(${ids}))`;
  const project = rows[0]?.project ?? "";
  const [versions, uses, used, owners, outcomes, cases, prices] = await database.batch([
    versionsOf(database, among(promptVersion.prompt)),
    usesOf(database, among(promptUse.prompt)),
    tokensByOwner(
      database,
      sql`select ${promptUse.prompt} || '@' || ${promptUse.number} as owner,
        ${promptUse.inputTokens} as input, ${promptUse.outputTokens} as output,
        ${promptUse.tokensByModel} as by_model from ${promptUse} where ${among(promptUse.prompt)}`,
    ),
    ownersOf(database, among(promptUse.prompt)),
    outcomesOf(database, among(promptOutcome.prompt)),
    casesOf(database, among(promptCase.prompt)),
    pricesIn(database, project),
  ]);
  const tokensOf = tokensOfOwners(used, priceListOf(prices));
  return rows.map((row) => {
    const own = <R extends { prompt: string }>(all: readonly R[]) =>
      all.filter(({ prompt: id }) => id === row.id);
    const summaries = own(versions).map((version) => {
      const at = <R extends { prompt: string; number: number }>(all: readonly R[]) =>
        own(all).find(({ number }) => number === version.number);
      const use = at(uses);
      const outcome = at(outcomes);
      return {
        number: version.number,
        origin: version.origin,
        length: version.length,
        createdAt: iso(version.createdAt),
        lastUsedAt: use ? iso(use.lastAt ?? 0) : null,
        graphs: use?.graphs ?? 0,
        tokens: tokensOf(`${row.id}@${version.number}`),
        cases: at(cases)?.cases ?? 0,
        outcome: wrongShare(outcome?.answered, outcome?.wrong),
      };
    });
    const ownOwners = own(owners).flatMap(({ opName, system, calls }) =>
      opName === "" ? [] : { opName, system, calls: Number(calls ?? 0) },
    );
    return { versions: summaries, summary: summaryOf(row, summaries, ownOwners) };
  });
}

function summaryOf(
  row: PromptRow,
  versions: readonly PromptVersionSummary[],
  owners: readonly PromptOwner[],
): PromptSummary {
  const calls = owners.reduce((total, owner) => total + owner.calls, 0);
  const used = versions.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort();
  return {
    id: row.id,
    name: row.name,
    active: row.active,
    candidate: row.candidate,
    share: row.share,
    current: row.current,
    versions: versions.length,
    owners: [...owners],
    cases: versions.reduce((total, { cases }) => total + cases, 0),
    isUnsteady:
      versions.length >= MAX_TRACED_VERSIONS && calls < MIN_CALLS_OF_VERSIONS * versions.length,
    lastUsedAt: used.at(-1) ?? null,
    createdAt: iso(row.createdAt),
  };
}

function versionsOf(database: Database, among: SQL) {
  return database
    .select({
      prompt: promptVersion.prompt,
      number: promptVersion.number,
      origin: promptVersion.origin,
      createdAt: promptVersion.createdAt,
      length: sql<number>`length(${promptVersion.text})`,
    })
    .from(promptVersion)
    .where(among)
    .orderBy(desc(promptVersion.number));
}

function usesOf(database: Database, among: SQL) {
  return database
    .select({
      prompt: promptUse.prompt,
      number: promptUse.number,
      graphs: countDistinct(promptUse.graph),
      lastAt: max(promptUse.lastAt),
    })
    .from(promptUse)
    .where(among)
    .groupBy(promptUse.prompt, promptUse.number);
}

function ownersOf(database: Database, among: SQL) {
  const calls = sum(promptUse.calls);
  return database
    .select({ prompt: promptUse.prompt, opName: promptUse.opName, system: graph.system, calls })
    .from(promptUse)
    .innerJoin(graph, and(eq(graph.project, promptUse.project), eq(graph.id, promptUse.graph)))
    .where(among)
    .groupBy(promptUse.prompt, promptUse.opName, graph.system)
    .orderBy(desc(calls), promptUse.opName);
}

/** SQL for the numbers of judged and wrong answers of each prompt version. */
export const OUTCOME_SUMS = {
  prompt: promptOutcome.prompt,
  number: promptOutcome.number,
  answered: sum(promptOutcome.answered).mapWith(Number),
  wrong: sum(promptOutcome.wrong).mapWith(Number),
};

function outcomesOf(database: Database, among: SQL) {
  return database
    .select(OUTCOME_SUMS)
    .from(promptOutcome)
    .where(among)
    .groupBy(promptOutcome.prompt, promptOutcome.number);
}

function casesOf(database: Database, among: SQL) {
  return database
    .select({ prompt: promptCase.prompt, number: promptCase.number, cases: count() })
    .from(promptCase)
    .where(among)
    .groupBy(promptCase.prompt, promptCase.number);
}

export function wrongShare(answered = 0, wrong = 0): WrongShare {
  return { answered, wrong, ...wilson(wrong, answered) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
