/** The prices, as the text in the form's fields. */
import type { ModelPrice } from "../../protocol/api/insights/model-prices.ts";

export interface PriceDraft {
  readonly id: number;
  readonly model: string;
  readonly input: string;
  /**
   * Price of cached input tokens. If this field is empty, they cost as much as other input tokens.
   */
  readonly cached: string;
  readonly output: string;
}

export function draftsOf(prices: readonly ModelPrice[]): PriceDraft[] {
  return prices.map((price, id) => ({
    ...{ id, model: price.model, input: String(price.usdPerMillionInput) },
    cached: price.usdPerMillionCachedInput?.toString() ?? "",
    output: String(price.usdPerMillionOutput),
  }));
}

export function pricesOf(drafts: readonly PriceDraft[]): ModelPrice[] {
  return drafts.map(({ model, input, cached, output }) => ({
    ...{ model: model.trim(), usdPerMillionInput: Number(input) },
    usdPerMillionCachedInput: cached.trim() === "" ? null : Number(cached),
    usdPerMillionOutput: Number(output),
  }));
}
