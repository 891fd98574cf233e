/**
 * Holds what a person types in the form for a new alert rule, and converts it to the API request.
 */
import type { CreateAlertRule } from "../../protocol/api/alerts/rules.ts";
import type { ErrorType } from "../../protocol/error-types.ts";

type Events = NonNullable<CreateAlertRule["events"]>;

export interface RuleDraft {
  readonly name: string;
  readonly when: "event" | "threshold" | "digest";
  readonly events: Events;
  readonly measure: "count" | "share" | "rate";
  readonly value: string;
  readonly windowMinutes: string;
  readonly digest: "hourly" | "daily" | "weekly";
  readonly errorTypes: readonly ErrorType[];
  readonly opNames: string;
  readonly systems: string;
  readonly users: string;
  /** Empty if the rule has no quiet hours. */
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly channels: readonly string[];
}

export const NEW_RULE: RuleDraft = {
  name: "",
  when: "event",
  events: ["finding.opened", "finding.reopened"],
  measure: "count",
  value: "10",
  windowMinutes: "60",
  digest: "daily",
  errorTypes: [],
  ...{ opNames: "", systems: "", users: "", quietFrom: "", quietTo: "" },
  channels: [],
};

export const isComplete = ({ when, events, channels, quietFrom, quietTo }: RuleDraft): boolean =>
  channels.length > 0 &&
  (when !== "event" || events.length > 0) &&
  (quietFrom === "") === (quietTo === "");

export function ruleOf(draft: RuleDraft, timeZone: string): CreateAlertRule {
  const { name, when, measure, digest, quietFrom, quietTo } = draft;
  return {
    ...{ name, timeZone, channels: [...draft.channels] },
    events: when === "event" ? draft.events : [],
    threshold:
      when === "threshold"
        ? { measure, value: Number(draft.value), windowMinutes: Number(draft.windowMinutes) }
        : null,
    digest: when === "digest" ? digest : "none",
    filter: {
      errorTypes: [...draft.errorTypes],
      opNames: listed(draft.opNames),
      systems: listed(draft.systems),
      users: listed(draft.users),
    },
    quiet: quietFrom === "" ? null : { from: quietFrom, to: quietTo },
  };
}

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
