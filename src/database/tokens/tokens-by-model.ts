/** Stores and sums the tokens of each model. A row stores the tokens of its models as JSON. */
import { type SQL, sql } from "drizzle-orm";
import { type PriceList, withCost } from "../../graph/token-cost.ts";
import { addTokens, type TokensByModel, type TokenUsage } from "../../graph/token-usage.ts";
import type { TokenUsage as CostedTokens } from "../../protocol/api/insights/tokens.ts";
import { MAX_MODEL_CHARS } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";

export interface ModelTokens extends TokenUsage {
  /** Empty for operations that name no model, and for models beyond the maximum. */
  readonly model: string;
}

/** Maximum models that a row names. The tokens of the models with the fewest tokens are joined. */
const MAX_STORED_MODELS = 20;
/** Maximum models in the sums of one owner. */
const MAX_SUMMED_MODELS = 100;

/** Returns the tokens in the form in which a row stores them. */
export function storedTokens(byModel: TokensByModel): ModelTokens[] {
  const stored = new Map<string, TokenUsage>();
  const ordered = [...byModel]
    .filter(([, usage]) => tokensIn(usage) > 0)
    .sort(([, one], [, other]) => tokensIn(other) - tokensIn(one));
  for (const [name, usage] of ordered) {
    // D1 stores no unpaired surrogates.
    const cut = name.slice(0, MAX_MODEL_CHARS).toWellFormed();
    const model = stored.size < MAX_STORED_MODELS || stored.has(cut) ? cut : "";
    stored.set(model, addTokens(stored.get(model), usage));
  }
  return [...stored].map(([model, usage]) => ({ model, ...usage }));
}

/** The tokens of one model that belong to one owner. */
export interface OwnerTokens extends ModelTokens {
  readonly owner: string;
}

/**
 * A query that sums the tokens of each model for each owner.
 * @param rows a query with the columns `owner` and `by_model`. The latter is the JSON of
 * `storedTokens`, or a list of such JSON.
 */
export function tokensByModel(database: Database, rows: SQL) {
  return database
    .select({
      owner: sql<string>`owner`,
      model: sql<string>`case when place > ${MAX_SUMMED_MODELS} then '' else model end`.as("named"),
      inputTokens: sql<number>`sum(input)`,
      cachedInputTokens: sql<number>`sum(cached)`,
      outputTokens: sql<number>`sum(output)`,
    })
    .from(sql`(
      select owner, model, sum(input) as input, sum(cached) as cached, sum(output) as output,
        row_number() over (partition by owner order by sum(input + output) desc, model) as place
      from (
        select rows.owner, part.value ->> 'model' as model, part.value ->> 'inputTokens' as input,
          part.value ->> 'cachedInputTokens' as cached, part.value ->> 'outputTokens' as output
        from (${rows}) as rows join json_tree(rows.by_model) as part on part.type = 'object')
      group by owner, model)`)
    .groupBy(sql`owner`, sql`named`);
}

/** Returns the tokens of each model for each owner. */
export function byOwner(rows: readonly OwnerTokens[]): Map<string, Map<string, TokenUsage>> {
  const owners = new Map<string, Map<string, TokenUsage>>();
  for (const { owner, model, ...usage } of rows) {
    const models = owners.get(owner) ?? new Map<string, TokenUsage>();
    models.set(model, addTokens(models.get(model), usage));
    owners.set(owner, models);
  }
  return owners;
}

/**
 * Adds the cost to the tokens of one owner.
 * @param total sums of the owner's rows; undefined without a row
 * @param models the owner's tokens of each model
 */
export function tokensWithCost(
  total: Pick<TokenUsage, "inputTokens" | "outputTokens"> | undefined,
  models: TokensByModel = new Map(),
  prices: PriceList,
): CostedTokens {
  const { inputTokens = 0, outputTokens = 0 } = total ?? {};
  const { cachedInputTokens } = [...models.values()].reduce(addTokens, addTokens());
  return withCost({ inputTokens, cachedInputTokens, outputTokens }, models, prices);
}

const tokensIn = ({ inputTokens, outputTokens }: TokenUsage) => inputTokens + outputTokens;
