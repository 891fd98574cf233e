import type { Context } from "hono";
import type { ProjectMember } from "../../../database/annotation/project-members.ts";
import { roleScopes } from "../../../tenancy/roles.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";

/**
 * Returns the queue's people without repeats.
 * @throws ApiError if one of them is not allowed to label, or if each case needs more people than
 *   are given
 */
export async function checkPeople(
  c: Context<HttpEnv>,
  people: readonly string[],
  perItem: number,
): Promise<string[]> {
  const members = await c.get("project").comments.members();
  for (const [index, id] of people.entries()) checkLabeller(members, id, `people.${index}`);
  const distinct = [...new Set(people)];
  if (distinct.length < perItem) {
    throw new ApiError(
      "invalid_request",
      `people: each case needs ${perItem} people, and ${distinct.length} are given. Give more, or lower perItem.`,
    );
  }
  return distinct;
}

/**
 * @param place the request field that names the person; the error begins with it
 * @throws ApiError if the person is not allowed to label
 */
export function checkLabeller(members: readonly ProjectMember[], id: string, place: string): void {
  const member = members.find((each) => each.id === id);
  if (member === undefined) {
    throw new ApiError(
      "invalid_request",
      `${place}: the organization has no member ${id}. Use user ids of its members.`,
    );
  }
  if (!roleScopes(member.role).includes("label")) {
    throw new ApiError(
      "invalid_request",
      `${place}: the role of ${member.name} is ${member.role}, which may not label. Change the role, or choose somebody else.`,
    );
  }
}
