import { bytesText, count, money } from "../text/time.ts";
import type { Shown } from "./usage-search.ts";

export const METER_WORDS: Readonly<Record<Shown, string>> = {
  events: "Events",
  bytes: "Stored bytes",
  graphs: "Graphs",
  cases: "Attributed cases",
  deliveries: "Webhook deliveries",
  usd: "Model cost",
};

/** Example: "10,050", "1.2 GB" or "$0.31". */
export function amountText(meter: Shown, value: number): string {
  if (meter === "usd") return money(value);
  return meter === "bytes" ? bytesText(value) : count(value);
}
