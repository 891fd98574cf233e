import * as z from "zod";
import { AlertRule, CreateAlertRule, UpdateAlertRule } from "../../api/alerts/rules.ts";
import { Delivery } from "../../api/webhook-endpoints.ts";
import { declare, json, jsonBody } from "../declaration.ts";

const RuleParam = z.object({ rule: z.string() });

export const listRules = declare("read", [], {
  method: "get",
  path: "/rules",
  tags: ["Alerts"],
  summary: "List alert rules",
  responses: { 200: json(z.object({ items: z.array(AlertRule) }), "All rules.") },
});

export const createRule = declare("admin", ["conflict"], {
  method: "post",
  path: "/rules",
  isRepeatable: false,
  audit: { action: "rule.create", shown: ["events", "channels"] },
  tags: ["Alerts"],
  summary: "Create an alert rule",
  request: { body: jsonBody(CreateAlertRule) },
  responses: { 201: json(AlertRule, "The rule.") },
});

export const updateRule = declare("admin", ["not_found"], {
  method: "patch",
  path: "/rules/{rule}",
  audit: { action: "rule.update", shown: ["events", "channels", "state"] },
  tags: ["Alerts"],
  summary: "Change, mute, enable or disable an alert rule",
  request: { params: RuleParam, body: jsonBody(UpdateAlertRule) },
  responses: { 200: json(AlertRule, "The rule after the change.") },
});

export const deleteRule = declare("admin", ["not_found"], {
  method: "delete",
  path: "/rules/{rule}",
  audit: "rule.delete",
  tags: ["Alerts"],
  summary: "Delete an alert rule",
  request: { params: RuleParam },
  responses: { 204: { description: "Deleted." } },
});

export const testRule = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/rules/{rule}/test",
  isRepeatable: false,
  audit: "rule.test",
  tags: ["Alerts"],
  summary: "Send a sample to the rule's channels",
  request: { params: RuleParam },
  responses: {
    202: json(
      z.object({ items: z.array(Delivery) }),
      "One delivery per enabled channel. Read them again later to see the receivers' answers.",
    ),
  },
});
