/** `npm run move-project` with the real wrangler and local databases. */
import { execFile } from "node:child_process";
import { appendFileSync, copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const exec = promisify(execFile);
/** Each command starts its own runtime. */
const MANY_COMMANDS_MS = 300_000;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "memtrace-move-"));
  copyFileSync("wrangler.toml", join(folder, "wrangler.toml"));
  symlinkSync(resolve("migrations"), join(folder, "migrations"));
  appendFileSync(
    join(folder, "wrangler.toml"),
    '\n[[d1_databases]]\nbinding = "PACKS_2"\ndatabase_name = "packs-2"\ndatabase_id = "22222222-2222-2222-2222-222222222222"\nmigrations_dir = "migrations"\n',
  );
  await wrangler("migrations", "apply", "DB");
  await wrangler("migrations", "apply", "PACKS_2");
  await wrangler(
    ...["execute", "DB", "--command"],
    `insert into organization (id, name, slug, created_at) values ('o', 'O', 'o', 0);
    insert into project (id, organization, name, created_at) values ('prj_1', 'o', 'P', 0)`,
  );
}, MANY_COMMANDS_MS);
afterAll(() => rmSync(folder, { recursive: true }));

function wrangler(...args: string[]) {
  const given = ["d1", ...args, "--local", "--config", join(folder, "wrangler.toml")];
  const env = { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" };
  return exec("node_modules/.bin/wrangler", given, { env });
}

async function run(script: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const given = [script, ...args, "--local", "--config", join(folder, "wrangler.toml")];
  try {
    const { stdout } = await exec(process.execPath, given);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}
const move = (...args: string[]) => run("src/local/placement/main.ts", ...args);

test(
  "D51 the command chooses a database, lists the move, and refuses an impossible move",
  async () => {
    expect(await move("--status")).toMatchObject({
      ...{ code: 0, text: "No packs move between databases.\n" },
    });
    const wrong = await move("prj_1", "PACKS_3");
    expect(wrong.code).not.toBe(0);
    expect(wrong.text).toContain("DATABASE is PACKS_3; give one of DB, PACKS_2.");
    expect((await move("prj_9", "PACKS_2")).text).toContain("There is no project prj_9.");
    expect((await move("x' or 1", "PACKS_2")).text).toContain("give an id such as prj_");
    expect((await move("prj_1")).text).toContain("Give a project and a database.");
    expect((await move("prj_1", "DB")).text).toContain("in DB already. Nothing was changed.");

    const moved = await move("prj_1", "PACKS_2");
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.text).toContain("The packs of prj_1 move from DB to PACKS_2.");
    expect((await move("--status")).text).toContain("prj_1: from DB to PACKS_2, since 20");
    const again = await move("prj_1", "DB");
    expect(again.code).not.toBe(0);
    expect(again.text).toContain("still move from DB to PACKS_2. Wait until the move has ended.");
  },
  MANY_COMMANDS_MS,
);

test(
  "D48 the command refuses a backup while packs move",
  async () => {
    const folderOfBackup = join(folder, "backup");
    const refused = await run("src/local/backup/main.ts", "backup", "--folder", folderOfBackup);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain("The packs of prj_1 move between databases");
  },
  MANY_COMMANDS_MS,
);
