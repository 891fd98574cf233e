import type { AlertRule } from "../../protocol/api/alerts/rules.ts";

type RuleEvent = AlertRule["events"][number];

export const RULE_EVENTS: readonly (readonly [RuleEvent, string])[] = [
  ["finding.opened", "New finding"],
  ["finding.reopened", "Finding reopened"],
  ["finding.closed", "Finding closed"],
  ["distribution.shifted", "The mix of errors changed"],
  ["health.crossed", "A memory health figure crossed its bound, or meets its bound again"],
  ["attribution.completed", "Each wrong answer"],
  ["report.ready", "Report ready"],
];

const UNITS = {
  count: " or more wrong answers",
  share: "% or more of all wrong answers",
  rate: " or more wrong answers per hour",
};

export function whenOf({ threshold, digest, events }: AlertRule): string {
  if (threshold !== null) {
    const { measure, value, windowMinutes } = threshold;
    return `At ${value}${UNITS[measure]} within ${windowMinutes} minutes`;
  }
  if (digest !== "none") return `A digest, ${digest}`;
  return RULE_EVENTS.filter(([event]) => events.includes(event))
    .map(([, label]) => label)
    .join(", ");
}

export function filterOf({ filter }: AlertRule): string {
  const { errorTypes, opNames, systems, users } = filter;
  const parts = [
    [errorTypes, ""],
    [opNames, "at "],
    [systems, "in "],
    [users, "of "],
  ] as const;
  return parts
    .filter(([values]) => values.length > 0)
    .map(([values, before]) => `${before}${values.join(" or ")}`)
    .join(", ");
}

export const isMuted = ({ mutedUntil }: AlertRule, now: number): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;
