/** Computes the cost of tokens from the prices that a project has set. */
import type { ModelPrice } from "../protocol/api/insights/model-prices.ts";
import type { TokenUsage as PricedUsage, TokenCost } from "../protocol/api/insights/tokens.ts";
import { MAX_MODEL_CHARS, MAX_UNPRICED } from "../protocol/limits.ts";
import { addTokens, type TokensByModel, type TokenUsage } from "./token-usage.ts";

const MILLION = 1_000_000;

export class PriceList {
  readonly #exact = new Map<string, ModelPrice>();
  /**
   * Each price applies to all model names that begin with `text`. Longer texts come first, because
   * they are more exact.
   */
  readonly #beginnings: readonly { readonly text: string; readonly price: ModelPrice }[];

  constructor(prices: readonly ModelPrice[]) {
    const beginnings: { text: string; price: ModelPrice }[] = [];
    for (const price of prices) {
      if (price.model.endsWith("*")) beginnings.push({ text: price.model.slice(0, -1), price });
      else this.#exact.set(price.model, price);
    }
    this.#beginnings = beginnings.sort((one, other) => other.text.length - one.text.length);
  }

  get isEmpty(): boolean {
    return this.#exact.size + this.#beginnings.length === 0;
  }

  /** Returns undefined if the model has no price or its name is empty. */
  of(model: string): ModelPrice | undefined {
    if (model === "") return undefined;
    return (
      this.#exact.get(model) ?? this.#beginnings.find(({ text }) => model.startsWith(text))?.price
    );
  }
}

/**
 * Returns the usage together with its cost. If `byModel` has fewer tokens than the usage, the other
 * tokens count as tokens of an unknown model, which has no price.
 * @param byModel the tokens of each model
 */
export function withCost(
  { inputTokens, cachedInputTokens, outputTokens }: TokenUsage,
  byModel: TokensByModel,
  prices: PriceList,
): PricedUsage {
  const usage = { inputTokens, cachedInputTokens, outputTokens };
  return { ...usage, cost: prices.isEmpty ? null : costOf(usage, byModel, prices) };
}

function costOf(usage: TokenUsage, byModel: TokensByModel, prices: PriceList): TokenCost {
  const known = [...byModel.values()].reduce(addTokens, addTokens());
  const parts = new Map(byModel);
  parts.set("", addTokens(parts.get(""), beyond(usage, known)));
  let usd = 0;
  const unpriced: { readonly model: string; readonly tokens: number }[] = [];
  // Add in a fixed order, because the rounding of a sum depends on the order.
  for (const [model, part] of [...parts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const tokens = part.inputTokens + part.outputTokens;
    const price = prices.of(model);
    if (price !== undefined) usd += usdOf(part, price);
    else if (tokens > 0) unpriced.push({ model, tokens });
  }
  const listed = unpriced.sort((one, other) => other.tokens - one.tokens).slice(0, MAX_UNPRICED);
  return {
    ...{ usd, isComplete: unpriced.length === 0 },
    unpriced: listed.map(({ model }) =>
      model === "" ? null : model.slice(0, MAX_MODEL_CHARS).toWellFormed(),
    ),
  };
}

function usdOf(part: TokenUsage, price: ModelPrice): number {
  const cached = price.usdPerMillionCachedInput ?? price.usdPerMillionInput;
  return (
    ((part.inputTokens - part.cachedInputTokens) * price.usdPerMillionInput +
      part.cachedInputTokens * cached +
      part.outputTokens * price.usdPerMillionOutput) /
    MILLION
  );
}

function beyond(usage: TokenUsage, known: TokenUsage): TokenUsage {
  const rest = (key: keyof TokenUsage) => Math.max(0, usage[key] - known[key]);
  return {
    inputTokens: rest("inputTokens"),
    cachedInputTokens: rest("cachedInputTokens"),
    outputTokens: rest("outputTokens"),
  };
}
