import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";

/** What the audit log records for one endpoint under `/api/auth`. */
export type PeopleAudit =
  | {
      readonly action: AuditAction;
      /**
       * Tells which organization's audit log gets the entry. With `organizationId` or
       * `invitationId`, the body field with this name leads to the organization. With `person`, all
       * organizations of the person get the entry.
       */
      readonly of: "organizationId" | "invitationId" | "person";
      /** The body field with the id of the changed object. */
      readonly target?: string;
      /** Fields whose values the log shows. */
      readonly shown?: readonly string[];
    }
  /** Tells why `recordPeople` writes no entry. For example, the endpoint itself writes one. */
  | { readonly skipped: string };
