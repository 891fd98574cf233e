/** Tokens that the traced system used, and their cost. */
import * as z from "zod";
import { MAX_UNPRICED } from "../../limits.ts";

const Count = z.number().int().min(0);
/** Maximum models, operations and sessions to list: those with the most tokens. */
export const MAX_LISTED_SUMS = 100;

const TokenCost = z
  .object({
    usd: z
      .number()
      .min(0)
      .describe(
        "US dollars, computed on reading with the project's prices of today; `isComplete` says whether the cost of any model is missing",
      ),
    isComplete: z.boolean().describe("false if the cost leaves out tokens that have no price"),
    unpriced: z
      .array(z.string().nullable())
      .describe(
        `up to ${MAX_UNPRICED} models without a price, most tokens first; null stands for tokens of operations that name no model`,
      ),
  })
  .meta({ id: "TokenCost" });

export const TokenUsage = z.object({
  inputTokens: Count,
  cachedInputTokens: Count.describe("the part of the input tokens that came from a cache"),
  outputTokens: Count,
  cost: TokenCost.nullable().describe("null if the project has no prices"),
});

const TokenSum = TokenUsage.extend({ calls: Count.describe("operations that report tokens") });
const NamedSum = TokenSum.extend({ name: z.string().nullable() });
const sums = (of: string) =>
  z.array(NamedSum).describe(`the first ${MAX_LISTED_SUMS}, most tokens first, by ${of}`);

export const GraphTokens = z
  .object({
    total: TokenSum,
    byModel: sums("model; null if an operation names none"),
    byOperation: sums("name of the operation"),
    bySession: sums("session; null outside of sessions"),
  })
  .meta({ id: "GraphTokens" });

export type TokenCost = z.infer<typeof TokenCost>;
export type TokenUsage = z.infer<typeof TokenUsage>;
export type GraphTokens = z.infer<typeof GraphTokens>;
export type NamedTokenSum = z.infer<typeof NamedSum>;
