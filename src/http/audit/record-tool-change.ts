/**
 * Writes to the audit log which changes MCP tools make. `recordChange` does not see these changes,
 * because tools have no routes.
 */
import type { Context } from "hono";
import { ERROR_STATUS } from "../../protocol/error-codes.ts";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";
import type { ToolChange } from "../tools/tool.ts";
import { changesOf, circumstances, endAnnounced, principalIntent } from "./audit-intent.ts";

/**
 * Makes the change and records it in the audit log. Before the change, the log stores that it
 * begins. A refused change is not recorded.
 */
export async function recordToolChange<T>(
  c: Context<HttpEnv>,
  { action, target, body }: ToolChange,
  work: () => Promise<T>,
): Promise<T> {
  const intent = {
    ...{ ...circumstances(c), ...principalIntent(c), action, target },
    changes: changesOf(body, []),
  };
  await c.get("services").audit.begin(intent);
  const end = (status: number) => endAnnounced(c, intent.attempt, { target }, status);
  try {
    const made = await work();
    await end(200);
    return made;
  } catch (error) {
    await end(error instanceof ApiError ? ERROR_STATUS[error.code] : 500);
    throw error;
  }
}
