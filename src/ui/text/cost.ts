import type { TokenCost, TokenUsage } from "../../protocol/api/insights/tokens.ts";
import type { Spent } from "../../protocol/model.ts";
import { count, money, secondsText } from "./time.ts";

/** Returns the cost of model calls as text. Omits the money if no price is known. */
export function costOf({ calls, inputTokens, outputTokens, usd, seconds }: Spent): string {
  const tokens = count(inputTokens + outputTokens);
  const price = usd > 0 ? `${money(usd)}, ` : "";
  return `${count(calls)} ${calls === 1 ? "call" : "calls"}, ${tokens} tokens, ${price}${secondsText(seconds)}`;
}

/** Returns a text such as "$0.12", "at least $0.12" or "no price". */
export function tokenCostText({ usd, isComplete }: TokenCost): string {
  if (isComplete) return money(usd);
  return usd > 0 ? `at least ${money(usd)}` : "no price";
}

/** Returns the numbers of tokens as text, and the cost if the project has prices. */
export function tokensText(tokens: TokenUsage): string {
  const { inputTokens, cachedInputTokens, outputTokens, cost } = tokens;
  const cached = cachedInputTokens > 0 ? ` (${count(cachedInputTokens)} cached)` : "";
  const input = `${count(inputTokens)} input tokens${cached}`;
  const output = `${count(outputTokens)} output tokens`;
  return [input, output, ...(cost ? [tokenCostText(cost)] : [])].join(", ");
}
