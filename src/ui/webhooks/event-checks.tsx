import type { WebhookEventType } from "../../protocol/api/webhook-endpoints.ts";

export const EVENTS: readonly [WebhookEventType, string][] = [
  ["attribution.completed", "a case has its verdict"],
  ["finding.opened", "a kind of failure was seen for the first time"],
  ["finding.reopened", "a fixed finding came back, or a person reopened it"],
  ["finding.closed", "a person marked a finding as fixed"],
  ["report.ready", "a report was made"],
  ["distribution.shifted", "the mix of errors changed by more than chance"],
  ["health.crossed", "a memory health figure crossed its bound, or meets its bound again"],
  ["prompt.proposed", "a better prompt waits for your decision"],
  ["endpoint.disabled", "an endpoint was switched off after failures"],
  ["usage.threshold_reached", "the organization used 50, 80 or 100% of a limit of its plan"],
  ["audit.recorded", "somebody changed something in the organization"],
];

interface EventChecksProps {
  readonly events: readonly WebhookEventType[];
  /** If undefined, offers all event types. */
  readonly only?: readonly string[] | undefined;
  readonly onChange: (events: WebhookEventType[]) => void;
}

export function EventChecks({ events, only, onChange }: EventChecksProps) {
  return (
    <fieldset className="checks">
      <legend>Send</legend>
      {EVENTS.filter(([event]) => only?.includes(event) ?? true).map(([event, meaning]) => (
        <label className="check" key={event}>
          <input
            type="checkbox"
            checked={events.includes(event)}
            onChange={() =>
              onChange(
                events.includes(event)
                  ? events.filter((other) => other !== event)
                  : [...events, event],
              )
            }
          />
          <code>{event}</code> <span className="muted">{meaning}</span>
        </label>
      ))}
    </fieldset>
  );
}
