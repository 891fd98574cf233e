import type { Context } from "hono";
import type { Endpoint } from "../../../protocol/api/webhook-endpoints.ts";
import { mayManage } from "../../../protocol/people/roles.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";

/**
 * A webhook endpoint for `audit.recorded` receives the audit log of the whole organization. Only
 * owners and admins may read this log. API keys and members with a lower role must not read it.
 * @throws ApiError if the caller is not a signed-in owner or admin of the organization
 */
export async function mayReceiveAudit(c: Context<HttpEnv>): Promise<void> {
  const { kind, id } = c.get("principal");
  const project = await c.get("project").settings.get();
  if (project === null) throw notFound("project");
  const role = kind === "person" ? await c.get("services").roleIn(id, project.organization) : null;
  if (role !== null && mayManage(role, "admin")) return;
  throw new ApiError(
    "forbidden",
    "events: only a signed-in owner or admin of the organization may set up or change an endpoint for audit.recorded, because it receives the audit log of the whole organization.",
  );
}

export const receivesAudit = ({ events }: Pick<Endpoint, "events">): boolean =>
  events.includes("audit.recorded");
