import * as z from "zod";
import { Channel, CreateChannel, UpdateChannel } from "../../api/alerts/channels.ts";
import { Delivery } from "../../api/webhook-endpoints.ts";
import { declare, json, jsonBody } from "../declaration.ts";

const ChannelParam = z.object({ channel: z.string() });

export const listChannels = declare("read", [], {
  method: "get",
  path: "/channels",
  tags: ["Alerts"],
  summary: "List channels",
  responses: { 200: json(z.object({ items: z.array(Channel) }), "All channels.") },
});

export const createChannel = declare("admin", ["url_not_allowed", "conflict"], {
  method: "post",
  path: "/channels",
  isRepeatable: false,
  audit: { action: "channel.create", shown: ["kind", "events"] },
  tags: ["Alerts"],
  summary: "Create a channel",
  description:
    "The channel gets its events as messages of its service. The messages contain the question, answers and cause, which can be personal data. The address is stored encrypted, and no answer of the API contains it.",
  request: { body: jsonBody(CreateChannel) },
  responses: { 201: json(Channel, "The channel.") },
});

export const updateChannel = declare("admin", ["not_found", "url_not_allowed"], {
  method: "patch",
  path: "/channels/{channel}",
  audit: { action: "channel.update", shown: ["events", "state"] },
  tags: ["Alerts"],
  summary: "Change a channel, or enable it again",
  request: { params: ChannelParam, body: jsonBody(UpdateChannel) },
  responses: { 200: json(Channel, "The channel after the change.") },
});

export const deleteChannel = declare("admin", ["not_found"], {
  method: "delete",
  path: "/channels/{channel}",
  audit: "channel.delete",
  tags: ["Alerts"],
  summary: "Delete a channel with its log",
  request: { params: ChannelParam },
  responses: { 204: { description: "Deleted." } },
});

export const testChannel = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/channels/{channel}/test",
  isRepeatable: false,
  audit: "channel.test",
  tags: ["Alerts"],
  summary: "Send a test message",
  request: { params: ChannelParam },
  responses: {
    202: json(Delivery, "The delivery. Read it again later to see the receiver's answer."),
  },
});
