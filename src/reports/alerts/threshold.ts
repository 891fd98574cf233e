import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";

type Threshold = NonNullable<AlertRuleSettings["threshold"]>;

/** Wrong answers in the last `windowMinutes` of a threshold. */
export interface WindowCounts {
  /** Wrong answers that pass the rule's filter. */
  readonly matching: number;
  readonly all: number;
}

export function reachedThreshold(
  { measure, value, windowMinutes }: Threshold,
  { matching, all }: WindowCounts,
): string | null {
  if (matching === 0) return null;
  const window = `in the last ${windowMinutes} minutes`;
  if (measure === "count") {
    return matching < value ? null : `${matching} wrong answers ${window} (limit ${value})`;
  }
  if (measure === "rate") {
    const rate = matching / (windowMinutes / 60);
    return rate < value
      ? null
      : `${rounded(rate)} wrong answers per hour ${window} (limit ${value})`;
  }
  const share = (100 * matching) / all;
  return share < value
    ? null
    : `${rounded(share)}% of ${all} wrong answers ${window} (limit ${value}%)`;
}

const rounded = (figure: number) => Math.round(figure * 10) / 10;
