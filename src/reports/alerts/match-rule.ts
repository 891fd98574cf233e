import type { AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";

/**
 * The fields of an event by which rules filter.
 * - absent: events of this type do not have the field; a filter by this field lets the event pass
 * - null: the value is unknown; a filter by this field stops the event
 */
export interface AlertSubject {
  readonly errorType?: string | null;
  readonly opName?: string | null;
  readonly system?: string | null;
  readonly users?: readonly string[];
}

/**
 * Returns the fields to filter by, and the cause of the event. A rule with `repeat` sends at most
 * one message about each cause in each hour or day.
 */
export function subjectOf(
  payload: WebhookPayload,
  { system, users }: Pick<AlertSubject, "system" | "users">,
): { readonly subject: AlertSubject; readonly cause: string } | undefined {
  switch (payload.type) {
    case "attribution.completed": {
      const { errorType, opName, finding } = payload.data;
      const subject = { errorType, opName, system: system ?? null, users: users ?? [] };
      return { subject, cause: finding ?? payload.data.case };
    }
    case "finding.opened":
    case "finding.reopened":
    case "finding.closed": {
      const { errorType, opName, finding } = payload.data;
      const subject = { errorType, opName, system: payload.data.system };
      // Each change of the finding is a separate cause. Otherwise, the second closing within an
      // hour would send no message.
      return { subject, cause: `${payload.type} ${finding} ${payload.timestamp}` };
    }
    case "distribution.shifted":
      return { subject: { system: payload.data.system }, cause: payload.data.shift };
    case "health.crossed": {
      const { figure, state } = payload.data;
      return { subject: {}, cause: `health ${figure} ${state} ${payload.timestamp}` };
    }
    case "report.ready":
      return { subject: {}, cause: payload.data.report };
    default:
      return undefined;
  }
}

/**
 * Whether the rule sends a message about this single event. The result is false for a rule with a
 * threshold or a digest, because each of its messages is about several events.
 */
export function sendsEach(
  rule: Pick<AlertRuleSettings, "events" | "filter" | "threshold" | "digest">,
  type: WebhookPayload["type"],
  subject: AlertSubject,
): boolean {
  if (rule.threshold !== null || rule.digest !== "none") return false;
  return rule.events.some((event) => event === type) && passes(rule.filter, subject);
}

function passes(filter: AlertRuleSettings["filter"], subject: AlertSubject): boolean {
  const { errorTypes, opNames, systems, users } = filter;
  return (
    allows(errorTypes, subject.errorType) &&
    allows(opNames, subject.opName) &&
    allows(systems, subject.system) &&
    (users.length === 0 ||
      subject.users === undefined ||
      subject.users.some((user) => users.includes(user)))
  );
}

function allows(wanted: readonly string[], value: string | null | undefined): boolean {
  return wanted.length === 0 || value === undefined || (value !== null && wanted.includes(value));
}
