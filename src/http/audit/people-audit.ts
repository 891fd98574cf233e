import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";

/** What the audit log records for one endpoint under `/api/auth`. */
export type PeopleAudit =
  | {
      readonly action: AuditAction;
      /**
       * Tells whose audit log gets the entry. `organizationId` and `invitationId` are fields of the
       * body that lead to the organization. `person` means all organizations of the person.
       */
      readonly of: "organizationId" | "invitationId" | "person";
      /** The body field with the id of the changed object. */
      readonly target?: string;
      /** Fields whose values the log shows. */
      readonly shown?: readonly string[];
    }
  /** Tells why `recordPeople` writes no entry. For example, the endpoint itself writes one. */
  | { readonly skipped: string };
