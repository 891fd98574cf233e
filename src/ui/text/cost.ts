import type { Spent } from "../../protocol/model.ts";

/** Cost of a model's calls, as text. The money is left out if no price is known. */
export function costOf({ calls, inputTokens, outputTokens, usd, seconds }: Spent): string {
  const tokens = (inputTokens + outputTokens).toLocaleString("en");
  const money = usd > 0 && usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`;
  const price = usd > 0 ? `${money}, ` : "";
  return `${calls} ${calls === 1 ? "call" : "calls"}, ${tokens} tokens, ${price}${seconds.toFixed(1)} s`;
}
