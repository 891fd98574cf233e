/** Stores and adds up the tokens of each model. A row has the tokens of its models as JSON. */
import { type SQL, sql } from "drizzle-orm";
import { type PriceList, withCost } from "../../graph/token-cost.ts";
import { addTokens, type TokensByModel, type TokenUsage } from "../../graph/token-usage.ts";
import type { TokenUsage as PricedUsage } from "../../protocol/api/insights/tokens.ts";
import { MAX_MODEL_CHARS } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";

export interface ModelTokens extends TokenUsage {
  /**
   * Name of the model. Empty if the operations do not name a model, or if there are too many
   * models.
   */
  readonly model: string;
}

/**
 * Maximum number of models that a row names. The tokens of all others are one sum without a name.
 */
const MAX_STORED_MODELS = 20;
/**
 * The tokens of one owner, such as an experiment, are added up for each model. Only about this many
 * models get a sum of their own. The tokens of all others are one sum without a name.
 */
const MAX_SUMMED_MODELS = 100;

export function storedTokens(byModel: TokensByModel): ModelTokens[] {
  const stored = new Map<string, TokenUsage>();
  const ordered = [...byModel]
    .filter(([, usage]) => tokensIn(usage) > 0)
    .sort(([, one], [, other]) => tokensIn(other) - tokensIn(one));
  for (const [name, usage] of ordered) {
    // D1 cannot store unpaired surrogates.
    const cut = name.slice(0, MAX_MODEL_CHARS).toWellFormed();
    const model = stored.size < MAX_STORED_MODELS || stored.has(cut) ? cut : "";
    stored.set(model, addTokens(stored.get(model), usage));
  }
  return [...stored].map(([model, usage]) => ({ model, ...usage }));
}

/**
 * Query that adds up the tokens of each owner, such as an experiment. For each owner, it returns
 * one row for each model, and one row for all models together. In the latter, `model` is null. Pass
 * the rows to `tokensOfOwners`.
 * @param source a query with the columns `owner`, `input`, `output` and `by_model`. `by_model` is
 * the JSON of `storedTokens`, or a list of such JSON.
 */
export function tokensByOwner(database: Database, source: SQL) {
  return database
    .select({
      owner: sql<string>`owner`,
      model: sql<string | null>`case when place > ${MAX_SUMMED_MODELS} then '' else model end`.as(
        "named",
      ),
      inputTokens: sql<number>`sum(input)`,
      cachedInputTokens: sql<number>`sum(cached)`,
      outputTokens: sql<number>`sum(output)`,
    })
    .from(sql`(
      with source as materialized (${source}),
      parts as (
        select owner, null as model, input, 0 as cached, output from source
        union all
        select source.owner, part.value ->> 'model', part.value ->> 'inputTokens',
          part.value ->> 'cachedInputTokens', part.value ->> 'outputTokens'
        from source join json_tree(source.by_model) as part on part.type = 'object')
      select owner, model, sum(input) as input, sum(cached) as cached, sum(output) as output,
        row_number() over (
          partition by owner order by model is not null, sum(input + output) desc, model) as place
      from parts group by owner, model)`)
    .groupBy(sql`owner`, sql`named`);
}

/**
 * Returns a function that maps an owner, such as an experiment, to the owner's tokens and their
 * cost.
 */
export function tokensOfOwners(
  rows: Awaited<ReturnType<typeof tokensByOwner>>,
  prices: PriceList,
): (owner: string) => PricedUsage {
  const owners = Map.groupBy(rows, ({ owner }) => owner);
  return (owner) => {
    const own = owners.get(owner) ?? [];
    const total = own.find(({ model }) => model === null);
    const byModel = new Map(
      own.flatMap(({ model, owner: _, ...usage }) => (model === null ? [] : [[model, usage]])),
    );
    const { cachedInputTokens } = [...byModel.values()].reduce(addTokens, addTokens());
    return withCost({ ...addTokens(total), cachedInputTokens }, byModel, prices);
  };
}

const tokensIn = ({ inputTokens, outputTokens }: TokenUsage) => inputTokens + outputTokens;
