import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../command-line.ts";
import { DeployedDatabase } from "../setup/deployed-database.ts";
import { fileOf, MANIFEST, type Manifest } from "./back-up.ts";
import type { BackupDeps } from "./backup-deps.ts";
import { checkObjects, restoreObjects } from "./cold-objects.ts";
import { hashOf } from "./hash-of.ts";

const TABLES = `SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`;

/**
 * Writes a backup into empty databases and copies its objects into R2. Checks everything before the
 * first write, so a bad backup changes nothing.
 */
export async function restore(deps: BackupDeps): Promise<void> {
  const { config, folder, say } = deps;
  const manifest = await readManifest(folder);
  const bound = config.databases();
  const databases: DeployedDatabase[] = [];
  for (const { binding, sha256 } of manifest.databases) {
    const found = bound.find((each) => each.binding === binding);
    if (found === undefined) {
      throw new UserError(
        `The backup has a database ${binding}, which ${config.path} does not bind.`,
      );
    }
    const file = join(folder, fileOf(binding));
    if (!existsSync(file) || (await hashOf(file)) !== sha256) {
      throw new UserError(`${file} is missing or was changed since the backup.`);
    }
    databases.push(new DeployedDatabase(deps, found.binding));
  }
  await checkObjects(deps, manifest.objects);
  for (const database of databases) await refuseUnlessEmpty(database);
  for (const database of databases) {
    await database.execute(join(folder, fileOf(database.binding)));
    say(`database ${database.binding}: restored to ${manifest.at}`);
  }
  // Restore rows before objects: the service's cron job deletes objects that no row refers to.
  await restoreObjects(deps, manifest.objects);
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), "utf8"));
  } catch {
    throw new UserError(`${folder} holds no complete backup: ${MANIFEST} is missing or damaged.`);
  }
}

async function refuseUnlessEmpty(database: DeployedDatabase): Promise<void> {
  const [[{ tables } = { tables: 0 }] = []] = await database.query<{ tables: number }>([TABLES]);
  if (tables > 0) {
    throw new UserError(
      `The database ${database.binding} has ${tables} tables. Restore into an empty one: docs/deployment.md, Backup and restore.`,
    );
  }
}
