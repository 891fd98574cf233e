/**
 * Creates what a deployment needs on Cloudflare. Creates only what is missing, so a second run
 * changes nothing.
 */
import { randomBytes } from "node:crypto";
import { UserError } from "../command-line.ts";
import {
  type BoundDatabase,
  COLD_BUCKET,
  type DeploymentConfig,
  NO_DATABASE_ID,
} from "./deployment-config.ts";
import type { Wrangler } from "./wrangler.ts";

/** Secrets to create, each 32 random bytes in base64. */
export const SECRETS = ["AUTH_SECRET", "SEALING_KEY"];
const SECRET_BYTES = 32;

export interface Deployment {
  readonly config: DeploymentConfig;
  readonly wrangler: Wrangler;
  /** If true, only prints what the steps would change. */
  readonly isDryRun: boolean;
  /** The URL at which people reach the service. Default: the URL in the configuration. */
  readonly url: string | undefined;
  readonly say: (line: string) => void;
}

export async function setUp(deployment: Deployment): Promise<void> {
  await checkSignIn(deployment);
  await setUpDatabases(deployment);
  for (const queue of deployment.config.queues()) await setUpQueue(deployment, queue);
  await setUpBucket(deployment);
  setUpAddress(deployment);
  await setUpSecrets(deployment);
}

export async function checkSignIn({
  wrangler,
  say,
}: Pick<Deployment, "wrangler" | "say">): Promise<void> {
  const shown = await wrangler.find(["whoami", "--json"], /"loggedIn":\s*false/);
  if (shown === undefined) {
    throw new UserError(
      "Nobody is signed in to Cloudflare. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.",
    );
  }
  say("Cloudflare: signed in");
}

async function setUpDatabases(deployment: Deployment): Promise<void> {
  const { config, wrangler, isDryRun, say } = deployment;
  let known = await databasesIn(wrangler);
  for (const database of config.databases()) {
    if (known.some(({ uuid }) => uuid === database.id)) {
      say(`database ${database.name}: is there`);
      continue;
    }
    if (database.id !== NO_DATABASE_ID) throw foreignId(config, database);
    if (isDryRun) {
      const isThere = known.some(({ name }) => name === database.name);
      say(`database ${database.name}: would be ${isThere ? "bound" : "created and bound"}`);
      continue;
    }
    if (!known.some(({ name }) => name === database.name)) {
      await wrangler.run(["d1", "create", database.name]);
      known = await databasesIn(wrangler);
      say(`database ${database.name}: created`);
    }
    const made = known.find(({ name }) => name === database.name);
    if (made === undefined) throw new Error(`the new database ${database.name} is not listed`);
    config.setDatabaseId(database, made.uuid);
    say(`database ${database.name}: its id is in ${config.path}`);
  }
}

export async function databasesIn(wrangler: Wrangler): Promise<{ uuid: string; name: string }[]> {
  return JSON.parse(await wrangler.run(["d1", "list", "--json"]));
}

function foreignId({ path }: DeploymentConfig, { binding, id }: BoundDatabase): UserError {
  return new UserError(
    `database_id of ${binding} in ${path} is ${id}, which this Cloudflare account does not have. Use the account that has it, or set the id to ${NO_DATABASE_ID} to get a new database.`,
  );
}

export async function hasQueue(wrangler: Wrangler, queue: string): Promise<boolean> {
  return (await wrangler.find(["queues", "info", queue], /does not exist/)) !== undefined;
}

async function setUpQueue({ wrangler, isDryRun, say }: Deployment, queue: string): Promise<void> {
  if (await hasQueue(wrangler, queue)) return say(`queue ${queue}: is there`);
  if (isDryRun) return say(`queue ${queue}: would be created`);
  await wrangler.run(["queues", "create", queue]);
  say(`queue ${queue}: created`);
}

export async function hasBucket(wrangler: Wrangler, bucket: string): Promise<boolean> {
  return (await wrangler.find(["r2", "bucket", "info", bucket], /does not exist/)) !== undefined;
}

export const NO_BUCKET = `old packs: stay in D1, because no R2 bucket is bound as ${COLD_BUCKET}`;

async function setUpBucket({ config, wrangler, isDryRun, say }: Deployment): Promise<void> {
  const bucket = config.coldBucket();
  if (bucket === undefined) return say(NO_BUCKET);
  if (await hasBucket(wrangler, bucket)) return say(`bucket ${bucket}: is there`);
  if (isDryRun) return say(`bucket ${bucket}: would be created`);
  await wrangler.run(["r2", "bucket", "create", bucket]);
  say(`bucket ${bucket}: created`);
}

function setUpAddress({ config, isDryRun, url, say }: Deployment): void {
  const now = config.publicUrl();
  const wanted = url ?? now;
  if (wanted === undefined) {
    throw new UserError(
      "Give the address that people will open: npm run setup -- --url https://HOST",
    );
  }
  if (wanted === now) {
    say(`address: ${wanted}`);
    return;
  }
  if (!isDryRun) config.setPublicUrl(wanted);
  say(`address: ${wanted} ${isDryRun ? "would be" : "is now"} in ${config.path}`);
}

export async function secretsOf(wrangler: Wrangler): Promise<string[]> {
  const noWorkerYet = /not found|does not exist|10007/i;
  const shown = await wrangler.find(["secret", "list", "--format", "json"], noWorkerYet);
  const known: { name: string }[] = shown === undefined ? [] : JSON.parse(shown);
  return known.map(({ name }) => name);
}

async function setUpSecrets({ wrangler, isDryRun, say }: Deployment): Promise<void> {
  const known = await secretsOf(wrangler);
  for (const secret of SECRETS) {
    if (known.includes(secret)) say(`secret ${secret}: is set, and stays`);
    else if (isDryRun) say(`secret ${secret}: would be set to a new random value`);
    else {
      const value = randomBytes(SECRET_BYTES).toString("base64");
      await wrangler.run(["secret", "put", secret], value);
      say(`secret ${secret}: set to a new random value`);
    }
  }
}
