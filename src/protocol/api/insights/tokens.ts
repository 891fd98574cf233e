/** Tokens that the traced system used. */
import * as z from "zod";

const Count = z.number().int().min(0);
/**
 * Maximum models, maximum operations and maximum sessions to list. The items with the most tokens
 * are listed.
 */
export const MAX_LISTED_SUMS = 100;

export const TokenUsage = z.object({ inputTokens: Count, outputTokens: Count });

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

export type TokenUsage = z.infer<typeof TokenUsage>;
export type GraphTokens = z.infer<typeof GraphTokens>;
export type NamedTokenSum = z.infer<typeof NamedSum>;
