import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";

/** What the audit log records of one endpoint for people. */
export type PeopleAudit =
  | {
      readonly action: AuditAction;
      /** Whose log gets the entry: the organization or the sender of the invitation in the body. */
      readonly of: "organizationId" | "invitationId" | "person";
      /** The field of the body with the id of what is changed. */
      readonly target?: string;
      /** Fields whose values the log shows. */
      readonly shown?: readonly string[];
    }
  /** The endpoint has an entry of its own form, or none, for this reason. */
  | { readonly skipped: string };
