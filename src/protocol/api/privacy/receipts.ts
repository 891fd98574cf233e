/**
 * When the service has deleted an end user's data, it gives a signed receipt. The receipt says what
 * was deleted, and what was derived from this data.
 */
import * as z from "zod";
import { RECEIPT_VERSION } from "./receipt-version.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);
const Hash = z.string().describe("SHA-256 of `salt`, a colon and the id, hexadecimal");

export const DeletionCounts = z.object({
  graphs: Count,
  sessions: Count,
  operations: Count,
  variables: Count.describe("number of variables: versions of values"),
  links: Count,
  units: Count.describe("number of memory units, in the graphs whose units were counted"),
  cases: Count,
  attributions: Count,
  labels: Count,
  comments: Count,
  quotes: Count.describe(
    "number of cases that reports quoted; the quotes were removed from the reports",
  ),
  deliveries: Count.describe("number of webhook deliveries and messages that quoted a case"),
  publicLinks: Count,
});
export type DeletionCounts = z.infer<typeof DeletionCounts>;

/** The content of a receipt's signed text. */
export const DeletionRecord = z
  .object({
    version: z.literal(RECEIPT_VERSION),
    id: z.string(),
    issuer: z.string().describe("address of the installation"),
    project: z.string(),
    requestedAt: Time,
    deletedAt: Time,
    by: z.object({ kind: z.enum(["person", "key"]), id: z.string() }),
    salt: z.string(),
    user: Hash,
    graphs: z.array(Hash),
    cases: z.array(Hash),
    deleted: DeletionCounts,
  })
  .meta({ id: "DeletionRecord" });
export type DeletionRecord = z.infer<typeof DeletionRecord>;

export const DeletionReceipt = z
  .object({
    id: z.string(),
    state: z
      .enum(["pending", "signed"])
      .describe("pending while the deletion is under way; the service continues it by itself"),
    createdAt: Time,
    body: z
      .string()
      .nullable()
      .describe("the signed text, exactly as it was signed; null while pending"),
    signature: z.string().nullable().describe("Ed25519 over the bytes of `body`, base64url"),
    key: z
      .string()
      .nullable()
      .describe("the public key, base64url; compare it with the published ones"),
  })
  .meta({ id: "DeletionReceipt" });
export type DeletionReceipt = z.infer<typeof DeletionReceipt>;
