/**
 * Deletes an end user's graphs, then signs the receipt. The sweep continues an interrupted deletion
 * by calling this again.
 */
import { createHash } from "node:crypto";
import type { Database } from "../../database/database.ts";
import { logFailure } from "../../database/failure-log.ts";
import { forEachGivingWay } from "../../database/giving-way.ts";
import {
  interruptedDeletions,
  type PendingReceipt,
  storeSigned,
} from "../../database/privacy/receipt-repository.ts";
import { RECEIPT_VERSION } from "../../protocol/api/privacy/receipt-version.ts";
import type { DeletionRecord } from "../../protocol/api/privacy/receipts.ts";
import type { ReceiptSigner } from "../../tenancy/receipt-signing.ts";

export interface DeletionDeps {
  readonly database: Database;
  readonly publicUrl: string;
  signer(): Promise<ReceiptSigner>;
  deleteGraph(project: string, graph: string): Promise<unknown>;
  randomBytes(length: number): Uint8Array;
  now(): number;
}

const GRAPHS_AT_ONCE = 6;
const SALT_BYTES = 16;
const INTERRUPTED_AFTER_MS = 5 * 60_000;
const MAX_CONTINUED = 10;

export async function finishDeletion(deps: DeletionDeps, receipt: PendingReceipt): Promise<void> {
  const { project, pending } = receipt;
  await forEachGivingWay(pending.graphs, GRAPHS_AT_ONCE, async (graph) => {
    await deps.deleteGraph(project, graph);
  });
  const now = deps.now();
  const salt = Buffer.from(deps.randomBytes(SALT_BYTES)).toString("hex");
  const body = JSON.stringify(recordOf(receipt, { salt, issuer: deps.publicUrl, now }));
  const signer = await deps.signer();
  const signature = await signer.sign(body);
  await storeSigned(deps.database, receipt.id, { body, signature, key: signer.key }, now);
}

/** Called by the sweep. If one deletion fails, the others continue. */
export async function continueDeletions(deps: DeletionDeps, now: number): Promise<void> {
  const before = now - INTERRUPTED_AFTER_MS;
  for (const receipt of await interruptedDeletions(deps.database, before, MAX_CONTINUED)) {
    await finishDeletion(deps, receipt).catch((error: unknown) => {
      logFailure("deletion failed; it goes on later", error, { project: receipt.project });
    });
  }
}

interface Circumstances {
  readonly salt: string;
  readonly issuer: string;
  readonly now: number;
}

function recordOf(
  { id, project, at, pending }: PendingReceipt,
  { salt, issuer, now }: Circumstances,
): DeletionRecord {
  const hash = (text: string) => createHash("sha256").update(`${salt}:${text}`).digest("hex");
  return {
    ...{ version: RECEIPT_VERSION, id, issuer, project },
    requestedAt: new Date(at).toISOString(),
    deletedAt: new Date(now).toISOString(),
    ...{ by: pending.by, salt, user: hash(pending.user) },
    graphs: pending.graphs.map(hash),
    cases: pending.caseIds.map(hash),
    deleted: pending.counts,
  };
}
