import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";
import type { MessageTarget } from "./channel-address.ts";
import { discordMessage } from "./discord.ts";
import { type Notice, noticeOf } from "./notice.ts";
import { pagerDutyEvent } from "./pagerduty.ts";
import { slackMessage } from "./slack.ts";
import { teamsMessage } from "./teams.ts";

/** Returns the body of the request to the channel's service. */
export function channelBody(payload: WebhookPayload, target: MessageTarget): string {
  return JSON.stringify(messageOf(noticeOf(payload), target));
}

function messageOf(notice: Notice, target: MessageTarget): object {
  switch (target.kind) {
    case "slack":
      return slackMessage(notice);
    case "teams":
      return teamsMessage(notice);
    case "discord":
      return discordMessage(notice);
    case "pagerduty":
      return pagerDutyEvent(notice, target.routingKey);
  }
}
