import * as z from "zod";
import { filterId } from "../../bounded-inputs.ts";
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from "../../limits.ts";
import { AUDIT_ACTIONS } from "./audit-actions.ts";

const Time = z.iso.datetime();

export const MAX_EXPORTED_ENTRIES = 100_000;
/** Maximum characters of a shown value. A longer value is cut and ends with an ellipsis. */
export const MAX_SHOWN_CHARS = 200;

const AuditActionName = z.enum(AUDIT_ACTIONS);

export const AuditChange = z.object({
  field: z.string(),
  from: z.string().optional().describe("the value before, as JSON; only of settings and ids"),
  to: z.string().optional().describe("the value after, as JSON; only of settings and ids"),
});
export type AuditChange = z.infer<typeof AuditChange>;

export const AuditEntry = z
  .object({
    id: z.string(),
    at: Time,
    action: AuditActionName,
    outcome: z
      .enum(["done", "unknown"])
      .describe(
        "`unknown` if MemTrace failed before it could record the end; the change may or may not have been made",
      ),
    project: z.string().nullable().describe("null for an action on the organization or an account"),
    target: z.string().nullable().describe("id of the changed object; null if it is the project"),
    person: z
      .object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() })
      .nullable()
      .describe("who signed in, or who created the key; null if that account was unknown"),
    key: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe("the key that sent the request; null for a signed-in person"),
    signIn: z.string().nullable().describe("id of the sign-in that sent the request"),
    address: z.string().nullable().describe("IP address"),
    userAgent: z.string().nullable(),
    requestId: z.string(),
    changes: z.array(AuditChange),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.object({
  person: filterId.optional().describe("id of the person who acted, also through keys"),
  action: AuditActionName.optional(),
  in: filterId.optional().describe("id of a project"),
  target: filterId.optional().describe("id of the changed object"),
  from: Time.optional().describe("only entries at or after this time"),
  to: Time.optional().describe("only entries before this time"),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditSettings = z
  .object({
    days: z
      .number()
      .int()
      .min(MIN_AUDIT_DAYS)
      .max(MAX_AUDIT_DAYS)
      .describe("days for which an entry is kept"),
  })
  .meta({ id: "AuditSettings" });
export type AuditSettings = z.infer<typeof AuditSettings>;
