import type { Spent } from "../../protocol/model.ts";
import { count, money, secondsText } from "./time.ts";

/** The cost of a model's calls as text. Omits the money if no price is known. */
export function costOf({ calls, inputTokens, outputTokens, usd, seconds }: Spent): string {
  const tokens = count(inputTokens + outputTokens);
  const price = usd > 0 ? `${money(usd)}, ` : "";
  return `${count(calls)} ${calls === 1 ? "call" : "calls"}, ${tokens} tokens, ${price}${secondsText(seconds)}`;
}
