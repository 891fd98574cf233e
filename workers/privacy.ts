import { setSubscribed } from "../src/database/alerts/channel-readers.ts";
import type { Database } from "../src/database/database.ts";
import { ExportRepository } from "../src/database/privacy/export-repository.ts";
import { linesOf } from "../src/database/privacy/project-data.ts";
import { publishedKeys, ReceiptRepository } from "../src/database/privacy/receipt-repository.ts";
import { RetentionRepository } from "../src/database/privacy/retention-repository.ts";
import type { ProjectServices, Services } from "../src/http/context.ts";
import { type DeletionDeps, finishDeletion } from "../src/jobs/privacy/finish-deletion.ts";
import { createReceiptSigner } from "../src/tenancy/receipt-signing.ts";
import { createSealing } from "../src/tenancy/sealing.ts";
import { readUnsubscribeToken } from "../src/tenancy/unsubscribe-link.ts";
import type { Bindings } from "./env.ts";
import { graphObjectName } from "./graphs/graph-name.ts";
import { now } from "./operation/clock.ts";

type PrivacyServices = Pick<
  Services,
  "exportsOf" | "finishDeletion" | "receiptKeys" | "setSubscribed"
>;

export function privacyServices(env: Bindings, database: Database): PrivacyServices {
  return {
    exportsOf: (organization) => new ExportRepository(database, organization),
    finishDeletion: (receipt) => finishDeletion(deletionDeps(env, database), receipt),
    receiptKeys: async () => {
      const { key } = await createReceiptSigner(env.SEALING_KEY);
      return [...new Set([...(await publishedKeys(database)), key])];
    },
    setSubscribed: async (token, isSubscribed) => {
      const reader = await readUnsubscribeToken(unsubscribeSealing(env), token);
      if (reader === undefined) return undefined;
      const { channel, address } = reader;
      const name = await setSubscribed(database, channel, address, isSubscribed, Date.now());
      return name === undefined ? undefined : { address, channel: name, isSubscribed };
    },
  };
}

type PrivacyOfProject = Pick<ProjectServices, "retention" | "receipts" | "exportedLines">;

export function privacyOfProject(database: Database, project: string): PrivacyOfProject {
  return {
    retention: new RetentionRepository(database, project),
    receipts: new ReceiptRepository(database, project),
    exportedLines: (list) => linesOf(database, project, list),
  };
}

export function deletionDeps(env: Bindings, database: Database): DeletionDeps {
  return {
    ...{ database, publicUrl: env.PUBLIC_URL, now },
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    signer: () => createReceiptSigner(env.SEALING_KEY),
    deleteGraph: async (project, graph) =>
      env.GRAPHS.getByName(graphObjectName(project, graph)).delete(),
  };
}

export function unsubscribeSealing(env: Bindings) {
  return createSealing(env.SEALING_KEY, "unsubscribe");
}
