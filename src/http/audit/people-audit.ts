import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";

/** What the audit log records for one endpoint under `/api/auth`. */
export type PeopleAudit =
  | {
      readonly action: AuditAction;
      /**
       * Tells which audit log gets the entry. `organizationId`: the log of the organization with
       * the id in this body field. `invitationId`: the log of the organization of the invitation
       * with the id in this body field. `person`: the logs of all organizations of the person.
       */
      readonly of: "organizationId" | "invitationId" | "person";
      /** The body field with the id of the changed object. */
      readonly target?: string;
      /** Fields whose values the log shows. */
      readonly shown?: readonly string[];
    }
  /** Tells why `recordPeople` writes no entry. For example, the endpoint itself writes one. */
  | { readonly skipped: string };
