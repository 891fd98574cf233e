import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";

/** What the audit log records for one endpoint for people. */
export type PeopleAudit =
  | {
      readonly action: AuditAction;
      /**
       * Whose log gets the entry: the organization in the body, the organization that sent the
       * invitation in the body, or all organizations of the person.
       */
      readonly of: "organizationId" | "invitationId" | "person";
      /** The field of the body that contains the id of the changed thing. */
      readonly target?: string;
      /** Fields whose values the log shows. */
      readonly shown?: readonly string[];
    }
  /** The endpoint writes a different entry itself, or none. The text says why. */
  | { readonly skipped: string };
