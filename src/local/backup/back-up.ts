/**
 * Makes a backup. Writes every bound database into a folder, as SQL that D1 can import, and copies
 * the R2 objects.
 */
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UserError } from "../command-line.ts";
import { DeployedDatabase } from "../setup/deployed-database.ts";
import type { BackupDeps } from "./backup-deps.ts";
import { type BackedUpObject, backUpObjects } from "./cold-objects.ts";
import { exactTexts } from "./exact-texts.ts";
import { hashOf } from "./hash-of.ts";
import { CREATE_PARTS, DROP_PARTS, shortStatements, statementsOf } from "./sql-statements.ts";

/** Lists the backup's files. Written last, so a folder without it is an incomplete backup. */
export const MANIFEST = "backup.json";

export interface Manifest {
  readonly at: string;
  readonly databases: readonly { readonly binding: string; readonly sha256: string }[];
  readonly objects: readonly BackedUpObject[];
}

/**
 * Copies the main database first, and then the databases with packs. The backup then contains every
 * pack to which one of its graphs refers. It can also contain packs of graphs that were added in
 * between, which do no harm.
 */
export async function backUp(deps: BackupDeps): Promise<void> {
  const { config, folder, say } = deps;
  if (existsSync(join(folder, MANIFEST))) {
    throw new UserError(`${folder} has a backup already; give another folder.`);
  }
  await mkdir(folder, { recursive: true });
  const databases: Manifest["databases"][number][] = [];
  const copied: DeployedDatabase[] = [];
  for (const bound of config.databases().toSorted(mainFirst)) {
    const database = new DeployedDatabase(deps, bound.binding);
    const file = join(folder, fileOf(bound.binding));
    const statements = await copy(database, file);
    databases.push({ binding: bound.binding, sha256: await hashOf(file) });
    copied.push(database);
    say(`database ${bound.name}: ${statements} statements in ${file}`);
  }
  await refuseMoves(copied);
  const objects = await backUpObjects(deps, copied);
  const manifest: Manifest = { at: new Date().toISOString(), databases, objects };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Refuses a backup while packs move to another database. A pack could move into a database that is
 * already copied, and the backup would lack it.
 */
async function refuseMoves([main]: readonly DeployedDatabase[]): Promise<void> {
  const moving = "select id from project where previous_pack_database is not null";
  const [projects] = (await main?.query<{ id: string }>([moving])) ?? [];
  if (projects === undefined || projects.length === 0) return;
  const ids = projects.map(({ id }) => id).join(", ");
  throw new UserError(
    `The packs of ${ids} move between databases, so this backup may lack some of them. Back up into another folder after the moves have ended; see npm run move-project -- --status.`,
  );
}

export const fileOf = (binding: string): string => `${binding}.sql`;

const mainFirst = (a: { binding: string }, b: { binding: string }) =>
  Number(b.binding === "DB") - Number(a.binding === "DB");

/**
 * Copies one database into a file.
 * @returns the number of SQL statements
 */
async function copy(database: DeployedDatabase, file: string): Promise<number> {
  const raw = `${file}.export`;
  try {
    // Read the ambiguous texts first (see `exactTexts`), and then export the database. A text that
    // is added between these two steps is exported without a correction. After a restore, such a
    // text can have a line break in place of a backslash and an n.
    const corrections = await exactTexts(database);
    await database.export(raw);
    let statements = 0;
    const counted = async function* () {
      for await (const statement of importable(raw, corrections)) {
        statements++;
        yield `${statement}\n`;
      }
    };
    await pipeline(counted, createWriteStream(file));
    return statements;
  } finally {
    await rm(raw, { force: true });
  }
}

/**
 * The restore runs these statements last, after it has added all rows and corrected their texts.
 * For example, a trigger refuses every change of the audit log. It would also refuse a correction.
 */
const AFTER_ROWS = /^CREATE\s+(?:INDEX|TRIGGER|VIEW)\b/i;

/**
 * The restore runs these statements before all rows. The PRAGMA delays foreign key checks until the
 * end.
 */
const BEFORE_ROWS = /^(?:PRAGMA|CREATE\s+TABLE)\b/i;
/**
 * The restore creates triggers after views, because a trigger can belong to a view. D1 exports them
 * in the opposite order.
 */
const TRIGGER = /^CREATE\s+TRIGGER\b/i;
/**
 * Matches a statement that creates a unique index. The restore runs such statements before it adds
 * any row. A foreign key can refer to the columns of a unique index, and D1 refuses rows with such
 * a key if the index is missing.
 */
const UNIQUE_INDEX = /^CREATE\s+UNIQUE\s+INDEX\b/i;

/**
 * Yields all tables and unique indexes before all rows. D1 exports each table together with its
 * rows, but its import refuses rows that refer to a missing table.
 */
async function* importable(raw: string, corrections: readonly string[]): AsyncGenerator<string> {
  const statements = () => statementsOf(createReadStream(raw, "utf8"));
  for (const kind of [BEFORE_ROWS, UNIQUE_INDEX])
    for await (const statement of statements()) if (kind.test(statement)) yield statement;
  yield CREATE_PARTS;
  let isCorrected = false;
  const end = function* () {
    for (const correction of corrections) yield* shortStatements(correction);
    yield DROP_PARTS;
    isCorrected = true;
  };
  for await (const statement of statements()) {
    if (BEFORE_ROWS.test(statement) || UNIQUE_INDEX.test(statement)) continue;
    if (!isCorrected && AFTER_ROWS.test(statement)) yield* end();
    if (!TRIGGER.test(statement)) yield* shortStatements(statement);
  }
  if (!isCorrected) yield* end();
  for await (const statement of statements()) {
    if (TRIGGER.test(statement)) yield* shortStatements(statement);
  }
}
