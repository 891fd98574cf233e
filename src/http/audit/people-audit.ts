import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";

/** What the audit log records for one endpoint under `/api/auth`. */
export type PeopleAudit =
  | {
      readonly action: AuditAction;
      /**
       * The organization whose log gets the entry: the organization in the body, the organization
       * of the invitation in the body, or all organizations of the person.
       */
      readonly of: "organizationId" | "invitationId" | "person";
      /** The field of the body that contains the id of the changed object. */
      readonly target?: string;
      /** Fields whose values the log shows. */
      readonly shown?: readonly string[];
    }
  /** The endpoint writes its own entry, or needs no entry. This text gives the reason. */
  | { readonly skipped: string };
