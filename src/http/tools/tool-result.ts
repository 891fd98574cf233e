/**
 * Writes tool results as short JSON texts. Texts from traces appear only as quoted JSON strings.
 */
import { logFailure } from "../../database/failure-log.ts";
import { permits } from "../../protocol/people/roles.ts";
import type { Principal } from "../../tenancy/principal.ts";
import { ApiError, lostEvents } from "../errors.ts";
import type { Tool, ToolAnswer, ToolContext } from "./tool.ts";

const MAX_LIST_CHARS = 6_000;
const MAX_EXCERPT_CHARS = 300;

export function excerpt(text: string, most = MAX_EXCERPT_CHARS): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}… [of ${text.length} characters]`;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

type ToolCaller = Pick<Principal, "scopes" | "connection">;

/**
 * Runs the tool and returns its result. A refusal is also returned as a result, so that the agent
 * can read what to do.
 */
export async function resultOf(
  tool: Tool,
  given: unknown,
  context: ToolContext,
  caller: ToolCaller,
): Promise<ToolResult> {
  try {
    if (!permits(caller.scopes, tool.access)) {
      throw new ApiError(
        "forbidden",
        `${tool.name} needs the scope ${tool.access}; ${lacking(caller)}`,
      );
    }
    return { text: JSON.stringify(fitted(await tool.run(given, context))), isError: false };
  } catch (error) {
    return { text: JSON.stringify({ error: shownError(tool, error) }), isError: true };
  }
}

function lacking({ scopes, connection }: ToolCaller): string {
  const held = scopes.join(", ") || "none";
  if (connection === undefined) return `this key has ${held}. Use a key with that scope.`;
  return `this app has ${held}. Connect the app again, and allow it to change data.`;
}

function shownError({ name, isReadOnly }: Tool, error: unknown) {
  const known = error instanceof ApiError ? error : lostEvents(error);
  if (known !== undefined) return { code: known.code, message: known.message };
  logFailure("a tool failed", error, { tool: name });
  const remedy = isReadOnly ? "Call it again." : "Check whether the change was made.";
  return { code: "internal", message: `The tool failed on our side. ${remedy}` };
}

function fitted({ facts, lists = {}, page, next }: ToolAnswer): Record<string, unknown> {
  let left = MAX_LIST_CHARS;
  const shown: Record<string, unknown> = {};
  const leftOut: Record<string, number> = {};
  for (const [name, items] of Object.entries(lists)) {
    const fitting: unknown[] = [];
    for (const item of items) {
      left -= JSON.stringify(item).length;
      if (left < 0 && fitting.length > 0) break;
      fitting.push(item);
    }
    shown[name] = fitting;
    if (fitting.length < items.length) leftOut[name] = items.length - fitting.length;
  }
  return {
    ...facts,
    ...shown,
    ...(Object.keys(leftOut).length === 0 ? {} : { leftOut }),
    page,
    ...(next === undefined ? {} : { next }),
  };
}
