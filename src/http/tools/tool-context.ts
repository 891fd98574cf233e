import type { Context } from "hono";
import { recordToolChange } from "../audit/record-tool-change.ts";
import type { HttpEnv } from "../context.ts";
import { authorOf } from "../routes/labels/label-answers.ts";
import type { ToolContext } from "./tool.ts";

export function toolContext(c: Context<HttpEnv>): ToolContext {
  const { publicUrl, now } = c.get("services");
  return {
    ...{ project: c.get("project"), publicUrl, now, author: authorOf(c) },
    changing: (change, work) => recordToolChange(c, change, work),
  };
}
