/** `npm run setup` with the real wrangler, against a scripted Cloudflare API. */
import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ScriptedCloudflare } from "./support/scripted-cloudflare.ts";

const URL_GIVEN = ["--url", "https://memtrace.team.example"];

let cloudflare: ScriptedCloudflare;
let address: string;
let folder: string;
beforeEach(async () => {
  cloudflare = new ScriptedCloudflare();
  address = await cloudflare.listen();
  folder = mkdtempSync(join(tmpdir(), "memtrace-setup-"));
  copyFileSync("wrangler.toml", join(folder, "wrangler.toml"));
});
afterEach(() => {
  cloudflare.close();
  rmSync(folder, { recursive: true });
});

const config = () => readFileSync(join(folder, "wrangler.toml"), "utf8");

const SIGNED_IN = { CLOUDFLARE_API_TOKEN: "scripted", CLOUDFLARE_ACCOUNT_ID: "account" };

const setUp = (...args: string[]) => setUpAs(SIGNED_IN, ...args);

async function setUpAs(
  account: Partial<typeof SIGNED_IN>,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const { CLOUDFLARE_API_TOKEN: _, ...own } = process.env;
  const env = { ...own, CLOUDFLARE_API_BASE_URL: address, XDG_CONFIG_HOME: folder, ...account };
  const given = ["src/local/setup/main.ts", "--config", join(folder, "wrangler.toml"), ...args];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, given, { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

test("Y50 setup creates and binds the missing resources, and a repeated setup changes nothing", async () => {
  const first = await setUp(...URL_GIVEN);
  expect(first).toMatchObject({ code: 0 });
  expect(cloudflare.databases).toEqual([{ uuid: "d1-1", name: "memtrace" }]);
  expect(cloudflare.queues).toEqual([
    ...["memtrace-attribution", "memtrace-jobs", "memtrace-webhooks"],
  ]);
  expect([...cloudflare.secrets.keys()]).toEqual(["AUTH_SECRET", "SEALING_KEY"]);
  for (const secret of cloudflare.secrets.values()) {
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
  }
  expect(config()).toContain('database_id = "d1-1"');
  expect(config()).toContain('PUBLIC_URL = "https://memtrace.team.example"');
  const changes = [...cloudflare.changes];
  const after = config();
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(cloudflare.changes).toEqual(changes);
  expect(config()).toBe(after);
});

test("Y51 a dry run lists the missing resources and changes nothing", async () => {
  const before = config();
  const { code, text } = await setUp("--dry-run", ...URL_GIVEN);
  expect(code).toBe(0);
  expect(text).toContain("database memtrace: would be created and bound");
  expect(text).toContain("queue memtrace-jobs: would be created");
  expect(text).toContain("secret SEALING_KEY: would be set to a new random value");
  expect(cloudflare.changes).toEqual([]);
  expect(config()).toBe(before);
});

test("Y52 setup continues where it was interrupted, and never replaces a secret", async () => {
  cloudflare.databases.push({ uuid: "d1-9", name: "memtrace" });
  cloudflare.queues.push("memtrace-jobs");
  cloudflare.secrets.set("SEALING_KEY", "the key of the stored secrets");
  expect(await setUp(...URL_GIVEN)).toMatchObject({ code: 0 });
  expect(config()).toContain('database_id = "d1-9"');
  expect(cloudflare.databases).toHaveLength(1);
  expect(cloudflare.secrets.get("SEALING_KEY")).toBe("the key of the stored secrets");
  expect(cloudflare.secrets.has("AUTH_SECRET")).toBe(true);
});

test("Y53 setup says what to do without an address, a sign-in or the bound database", async () => {
  expect(await setUp()).toMatchObject({ code: 1, text: expect.stringContaining("--url https") });
  expect(await setUp("--url", "memtrace.team")).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("--url is memtrace.team") },
  });
  cloudflare.databases.length = 0;
  expect(await setUp(...URL_GIVEN)).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("which this Cloudflare account does not have") },
  });
  expect(await setUpAs({}, ...URL_GIVEN)).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("npx wrangler login") },
  });
});

const check = () => setUp("--check");
const setting = (from: string, to: string) =>
  writeFileSync(join(folder, "wrangler.toml"), config().replace(from, to));
const migrated = () =>
  promisify(execFile)(
    "node_modules/.bin/wrangler",
    ["d1", "migrations", "apply", "DB", "--remote", "--config", join(folder, "wrangler.toml")],
    { env: { ...process.env, ...SIGNED_IN, CLOUDFLARE_API_BASE_URL: address, CI: "1" } },
  );

test("J75 the check before the deployment finds nothing after setup and migrations, and changes nothing", async () => {
  symlinkSync(resolve("migrations"), join(folder, "migrations"));
  await setUp(...URL_GIVEN);
  const before = await check();
  expect(before).toMatchObject({ code: 1 });
  expect(before.text).toContain(
    "problem: the database DB lacks migrations; npm run deploy applies",
  );
  expect(before.text).toContain("Problems found: 1.");
  await migrated();
  const changes = [...cloudflare.changes];
  expect(await check()).toMatchObject({
    ...{ code: 0, text: expect.stringContaining("No problem was found.") },
  });
  expect(cloudflare.changes).toEqual(changes);
});

test("J76 the check names each missing part of the account and of the configuration, with the remedy", async () => {
  setting('PACK_DATABASE = "auto"', 'PACK_DATABASE = "PACKS_9"');
  setting('MAIL_API_URL = ""', 'MAIL_API_URL = "https://mail.example/emails"');
  setting('DEFAULT_PLAN = "unlimited"', 'DEFAULT_PLAN = "gold"');
  setting('name = "SIGN_UP_RATE"', 'name = "OTHER_RATE"');
  setting('"global_fetch_strictly_public"', '"nodejs_als"');
  setting('crons = ["* * * * *"]', 'crons = ["0 * * * *"]');
  const { code, text } = await check();
  expect(code).toBe(1);
  for (const problem of [
    ...["PACK_DATABASE is PACKS_9, but no D1 database is bound as that", "DEFAULT_PLAN is gold"],
    ...["PUBLIC_URL is https://memtrace.example; set it", "no rate limit is bound as SIGN_UP_RATE"],
    ...["compatibility_flags lacks global_fetch_strictly_public", "triggers.crons lacks * * * * *"],
    "the account has no database with the id of DB; run npm run setup",
    "the queue memtrace-jobs does not exist; run npm run setup",
    "the secret SEALING_KEY is not set; run npm run setup",
    "the secret MAIL_API_KEY is not set; run npx wrangler secret put MAIL_API_KEY",
  ]) {
    expect(text).toContain(`problem: ${problem}`);
  }
  expect(cloudflare.changes).toEqual([]);
});

test("J77 a deployment with a problem stops before it changes anything", async () => {
  const deploy = ["src/local/setup/deploy.ts", "--config", join(folder, "wrangler.toml")];
  const env = { ...process.env, ...SIGNED_IN, CLOUDFLARE_API_BASE_URL: address };
  await expect(promisify(execFile)(process.execPath, deploy, { env })).rejects.toMatchObject({
    ...{ code: 1, stdout: expect.stringContaining("problem: the queue memtrace-jobs") },
  });
  expect(cloudflare.changes).toEqual([]);
});
