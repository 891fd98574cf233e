import { MAX_USAGE_DAYS, Usage, UsageQuery } from "../../api/teams/usage.ts";
import { declare, json } from "../declaration.ts";

export const showUsage = declare("read", [], {
  method: "get",
  path: "/usage",
  tags: ["Usage"],
  summary: "Show the project's usage by day, and the organization's usage this month",
  description: `Events are counted when they are packed, up to half a minute after they were accepted. At most ${MAX_USAGE_DAYS} days.`,
  request: { query: UsageQuery },
  responses: { 200: json(Usage, "The usage.") },
});
