import type { Context } from "hono";
import type { AuditLog } from "../../../database/audit/audit-log.ts";
import type { AuditFilter } from "../../../protocol/api/teams/audit.ts";
import { mayManage, type Role } from "../../../protocol/people/roles.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";

interface ReadableLog {
  readonly log: AuditLog;
  /** The filter, limited to the entries that the caller may read. */
  readonly filter: AuditFilter;
  /** The caller's role in the organization. Null for a key. */
  readonly role: Role | null;
}

/**
 * Returns the audit log of the project's organization. Owners and admins of the organization can
 * read all entries. Keys and other members can read only the project's entries.
 */
export async function readableLog(
  c: Context<HttpEnv>,
  filter: AuditFilter = {},
): Promise<ReadableLog> {
  const { id, settings } = c.get("project");
  const services = c.get("services");
  const organization = (await settings.get())?.organization;
  if (organization === undefined) throw notFound("project");
  const principal = c.get("principal");
  const role =
    principal.kind === "person" ? await services.roleIn(principal.id, organization) : null;
  const log = services.auditLog(organization);
  if (role !== null && mayManage(role, "admin")) return { log, filter, role };
  if (filter.in !== undefined && filter.in !== id) {
    throw new ApiError(
      "forbidden",
      "in: you see only this project's entries. Leave it out, or ask an owner or admin of the organization.",
    );
  }
  return { log, filter: { ...filter, in: id }, role };
}
