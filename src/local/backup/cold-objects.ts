/**
 * Copies R2 objects with old packs into a backup and back. wrangler copies one object per command.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../command-line.ts";
import type { DeployedDatabase } from "../setup/deployed-database.ts";
import { COLD_BUCKET } from "../setup/deployment-config.ts";
import type { BackupDeps } from "./backup-deps.ts";
import { hashOf } from "./hash-of.ts";

/** An object in a backup. The object's key names its file. */
export interface BackedUpObject {
  readonly key: string;
  readonly sha256: string;
}

const KEYS_AT_ONCE = 5_000;
/** Maximum wrangler commands in parallel. Each starts a process. */
const COMMANDS_AT_ONCE = 4;
const HAS_TABLE = "SELECT name FROM sqlite_master WHERE name = 'cold_object'";
const IS_GONE = /key does not exist|NoSuchKey/i;

const fileOfObject = (folder: string, key: string): string => join(folder, "objects", key);

/**
 * Copies all objects that the databases refer to. Call it after copying the databases. If a pack
 * moves to R2 after its database was copied, the backup contains the pack twice, which does no
 * harm.
 */
export async function backUpObjects(
  deps: BackupDeps,
  databases: readonly DeployedDatabase[],
): Promise<BackedUpObject[]> {
  const objects: BackedUpObject[] = [];
  for (const database of databases) {
    for await (const keys of keysIn(database)) {
      await atOnce(keys, async (key) => {
        const file = fileOfObject(deps.folder, key);
        await mkdir(dirname(file), { recursive: true });
        const got = await deps.wrangler.find(
          ["r2", "object", "get", objectPath(deps, key), "--file", file, placeOf(deps)],
          IS_GONE,
        );
        if (got !== undefined && existsSync(file))
          objects.push({ key, sha256: await hashOf(file) });
        else
          deps.say(
            `object ${key}: is not in R2. Either its graph was deleted, or events of the graph are lost.`,
          );
      });
    }
  }
  if (objects.length > 0) deps.say(`bucket ${bucketOf(deps)}: ${objects.length} objects`);
  return objects;
}

/** @throws UserError if a file is missing or changed, or if no bucket is bound */
export async function checkObjects(
  deps: BackupDeps,
  objects: readonly BackedUpObject[],
): Promise<void> {
  if (objects.length > 0) bucketOf(deps);
  for (const { key, sha256 } of objects) {
    const file = fileOfObject(deps.folder, key);
    if (!existsSync(file) || (await hashOf(file)) !== sha256) {
      throw new UserError(`${file} is missing or was changed since the backup.`);
    }
  }
}

export async function restoreObjects(
  deps: BackupDeps,
  objects: readonly BackedUpObject[],
): Promise<void> {
  await atOnce(objects, async ({ key }) => {
    const file = fileOfObject(deps.folder, key);
    const put = ["r2", "object", "put", objectPath(deps, key), "--file", file, placeOf(deps)];
    await deps.wrangler.run(put);
  });
  if (objects.length > 0) deps.say(`bucket ${bucketOf(deps)}: ${objects.length} objects restored`);
}

async function* keysIn(database: DeployedDatabase): AsyncGenerator<string[]> {
  const [tables = []] = await database.query([HAS_TABLE]);
  // A backup can be older than the migration that creates the table.
  if (tables.length === 0) return;
  for (let after = ""; ; ) {
    const page = `SELECT key FROM cold_object WHERE packs IS NOT NULL AND key > '${after}'
      ORDER BY key LIMIT ${KEYS_AT_ONCE}`;
    const [rows = []] = await database.query<{ key: string }>([page]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ key }) => key);
    after = last.key;
  }
}

function bucketOf({ config }: BackupDeps): string {
  const name = config.coldBucket();
  if (name !== undefined) return name;
  throw new UserError(
    `Packs are in R2, but ${config.path} binds no bucket as ${COLD_BUCKET}: docs/deployment.md, Old packs in R2.`,
  );
}

const objectPath = (deps: BackupDeps, key: string) => `${bucketOf(deps)}/${key}`;
const placeOf = ({ isLocal }: BackupDeps) => (isLocal ? "--local" : "--remote");

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: COMMANDS_AT_ONCE }, lane));
}
