import type { Context } from "hono";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";

/**
 * Returns the person whom the filter names. Null stands for findings that have no assignee, and
 * undefined for no filter.
 *
 * @throws ApiError if a key asks for its own findings
 */
export function assigneeMeant(
  c: Context<HttpEnv>,
  filter: string | undefined,
): string | null | undefined {
  if (filter === "none") return null;
  if (filter !== "me") return filter;
  const { kind, id } = c.get("principal");
  if (kind === "person") return id;
  throw new ApiError(
    "invalid_request",
    "assignee: findings are assigned to people, not to keys. Give the user id of a person.",
  );
}

/** @throws ApiError if the organization has no such member */
export async function newAssignee(c: Context<HttpEnv>, id: string | null | undefined) {
  if (id === undefined || id === null) return id;
  const members = await c.get("project").comments.members();
  const found = members.find((member) => member.id === id);
  if (found === undefined) {
    throw new ApiError(
      "invalid_request",
      `assignee: the organization has no member ${id}. Use the user id of a member, or null.`,
    );
  }
  return { id, name: found.name };
}
