import * as z from "zod";
import { Page } from "../../api/api.ts";
import { ConnectedApp } from "../../api/teams/connected-apps.ts";
import { declare, json, PageQuery } from "../declaration.ts";

export const listConnectedApps = declare("admin", [], {
  method: "get",
  path: "/connected-apps",
  tags: ["Connected apps"],
  summary: "List the apps that act for people in this project, newest first",
  description:
    "A person connects an app to the MCP server through their own sign-in. The app acts as this person, in this project only.",
  request: { query: PageQuery },
  responses: { 200: json(Page(ConnectedApp), "One page.") },
});

export const removeConnectedApp = declare("admin", ["not_found"], {
  method: "delete",
  path: "/connected-apps/{connection}",
  audit: "connection.remove",
  tags: ["Connected apps"],
  summary: "Remove an app's access",
  description: "The access ends with the app's next request. The person can connect the app again.",
  request: { params: z.object({ connection: z.string() }) },
  responses: { 204: { description: "The access was removed." } },
});
