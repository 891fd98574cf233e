/** Holds what a person types in the form for a new channel, and converts it to the API request. */
import type { CreateChannel } from "../../protocol/api/alerts/channels.ts";
import type { WebhookEventType } from "../../protocol/api/webhook-endpoints.ts";

export type Kind = CreateChannel["kind"];

export interface ChannelDraft {
  readonly kind: Kind;
  readonly name: string;
  /** Address, key, token or recipients, depending on the kind of channel. */
  readonly target: string;
  /** Repository for GitHub, team for Linear. */
  readonly place: string;
  readonly events: readonly WebhookEventType[];
}

export const NEW_CHANNEL: ChannelDraft = {
  ...{ kind: "slack", name: "", target: "", place: "" },
  events: ["finding.opened", "finding.reopened", "finding.closed", "distribution.shifted"],
};

/**
 * Returns the draft with another kind of channel. GitHub and Linear keep only events about
 * findings, because only findings open issues.
 */
export const withKind = (draft: ChannelDraft, kind: Kind): ChannelDraft => ({
  ...{ ...draft, kind, target: "", place: "" },
  events: opensIssues(kind)
    ? draft.events.filter((event) => TRACKED.includes(event))
    : draft.events,
});

export const opensIssues = (kind: Kind): boolean => kind === "github" || kind === "linear";

export const TRACKED: readonly string[] = ["finding.opened", "finding.reopened", "finding.closed"];

export function channelOf({ kind, name, target, place, events }: ChannelDraft): CreateChannel {
  const settings = { kind, name, events: [...events] };
  switch (kind) {
    case "email":
      return { ...settings, recipients: target.split(/[\s,;]+/).filter((each) => each !== "") };
    case "pagerduty":
      return { ...settings, routingKey: target };
    case "github":
      return { ...settings, repository: place, token: target };
    case "linear":
      return { ...settings, team: place, token: target };
    default:
      return { ...settings, address: target };
  }
}
