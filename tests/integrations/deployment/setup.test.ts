/** `npm run setup` with the real wrangler, against a scripted Cloudflare API. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("Y50 setup creates and binds what is missing, and repeating it changes nothing", async () => {
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

test("Y51 a dry run says what is missing, and changes nothing", async () => {
  const before = config();
  const { code, text } = await setUp("--dry-run", ...URL_GIVEN);
  expect(code).toBe(0);
  expect(text).toContain("database memtrace: would be created and bound");
  expect(text).toContain("queue memtrace-jobs: would be created");
  expect(text).toContain("secret SEALING_KEY: would be set to a new random value");
  expect(cloudflare.changes).toEqual([]);
  expect(config()).toBe(before);
});

test("Y52 setup continues where it was broken off, and never replaces a secret", async () => {
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
