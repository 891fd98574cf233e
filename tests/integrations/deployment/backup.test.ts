/** A backup of the local databases with the real service: back up, break, restore. */
import { execFile } from "node:child_process";
import {
  appendFileSync,
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
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiClient } from "../../../src/local/client/api-client.ts";
import { freePort, type LocalService, startService } from "../../../src/local/service.ts";
import { sampleEvents } from "../../../src/protocol/sample/sample-data.ts";

const FIRST_PORT = 8970;
/** Each wrangler command starts its own runtime, so many commands take long. */
const MANY_COMMANDS_MS = 600_000;
const GRAPH = "rehearsed";
const PERSON = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
/** A text that D1's own export would change: a line break, and a backslash followed by n. */
const AMBIGUOUS = "Where is\nC:\\new\\reports?\r\nIt's urgent.";

const exec = promisify(execFile);
let folder: string;
let state: string;
let service: LocalService;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memtrace-backup-"));
  // The folder in which wrangler expects the databases of this configuration.
  state = join(folder, ".wrangler", "state");
  copyFileSync("wrangler.toml", join(folder, "wrangler.toml"));
  symlinkSync(resolve("migrations"), join(folder, "migrations"));
  appendFileSync(
    join(folder, "wrangler.toml"),
    `\n[[d1_databases]]\nbinding = "PACKS_2"\ndatabase_name = "packs-2"\ndatabase_id = "22222222-2222-2222-2222-222222222222"\nmigrations_dir = "migrations"\n
[[r2_buckets]]\nbinding = "COLD_PACKS"\nbucket_name = "cold-packs"\n`,
  );
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

async function run(command: "backup" | "restore", to: string) {
  const given = ["src/local/backup/main.ts", command, "--local", "--folder", join(folder, to)];
  try {
    const config = ["--config", join(folder, "wrangler.toml")];
    const { stdout } = await exec(process.execPath, [...given, ...config]);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

const wrangler = (...args: string[]) => command("d1", ...args);
const command = async (...args: string[]) => {
  const config = ["--config", join(folder, "wrangler.toml"), "--local", "--persist-to", state];
  const { stdout } = await exec("node_modules/.bin/wrangler", [...args, ...config], {
    env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" },
  });
  return stdout;
};
const inPacks = async (sql: string) => {
  const [answer] = JSON.parse(await wrangler("execute", "PACKS_2", "--json", "--command", sql));
  return answer.results;
};

const start = async () => {
  service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
  return new ApiClient(service.url);
};

/** Returns what a person sees of the project. */
async function readEverything(key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const get = async (path: string) => (await fetch(`${service.url}/v1${path}`, { headers })).text();
  const cases = JSON.parse(await get("/cases?limit=200")) as { items: { id: string }[] };
  return {
    graph: await get(`/graphs/${GRAPH}/export`),
    cases: await Promise.all(cases.items.map(({ id }) => get(`/cases/${id}`))),
    // Compare only days, because the forecasts of the month depend on the hour.
    usage: JSON.parse(await get("/usage")).days,
    whoami: await get("/whoami"),
  };
}

test("J68 a backup restores broken databases: graphs, cases, packs of other databases and sign-in", {
  timeout: MANY_COMMANDS_MS,
}, async () => {
  const api = await start();
  await api.signUp(PERSON);
  await api.createProject(await api.createOrganization("Acme", "acme"), "Rehearsed");
  const { key } = await api.createKey("k", ["ingest", "read", "write"]);
  const lines = sampleEvents(Date.now()).map((event) => JSON.stringify({ ...event, graph: GRAPH }));
  const headers = { "Content-Type": "application/x-ndjson" };
  await api.call("POST /events", {}, { body: lines.join("\n"), headers, isRepeatable: true });
  await api.call("POST /cases", {
    body: { graph: GRAPH, query: AMBIGUOUS, prediction: "No.", expected: ["Yes."] },
  });
  await expect
    .poll(
      async () => {
        const { items } = await api.call("GET /cases", { query: { graph: GRAPH } });
        return items.map(({ state: each }) => each).filter((each) => each === "done").length;
      },
      { timeout: 100_000 },
    )
    .toBe(5);
  const before = await readEverything(key);
  expect(before.cases.join()).toContain(JSON.stringify(AMBIGUOUS).slice(1, -1));
  await service.stop();
  await wrangler("migrations", "apply", "PACKS_2");
  const add = "INSERT INTO pack VALUES ('p', 'g', 0, 1, randomblob(300000))";
  await wrangler("execute", "PACKS_2", "--command", add);
  const packed = await inPacks("SELECT hex(body) AS body FROM pack");
  const cold =
    "INSERT INTO cold_object VALUES ('p', 'g', 1, 1, 'packs/p/one', '[]'), ('p', 'g', 2, 2, 'packs/p/lost', '[]')";
  await wrangler("execute", "PACKS_2", "--command", cold);
  writeFileSync(join(folder, "object"), "the bytes of old packs");
  const object = ["cold-packs/packs/p/one", "--file"];
  await command("r2", "object", "put", ...object, join(folder, "object"));

  expect(await run("backup", "copy")).toMatchObject({
    ...{ code: 0, text: expect.stringContaining("object packs/p/lost: is not in R2") },
  });
  expect(await run("restore", "copy")).toMatchObject({
    ...{ code: 1, text: expect.stringMatching(/DB has \d+ tables. Restore into an empty one/) },
  });
  rmSync(join(state, "v3", "d1"), { recursive: true });
  rmSync(join(state, "v3", "r2"), { recursive: true });
  expect(await run("restore", "copy")).toMatchObject({ code: 0 });

  expect(await inPacks("SELECT hex(body) AS body FROM pack")).toEqual(packed);
  await command("r2", "object", "get", ...object, join(folder, "restored"));
  expect(readFileSync(join(folder, "restored"), "utf8")).toBe("the bytes of old packs");
  const again = await start();
  expect(await readEverything(key)).toEqual(before);
  await again.signIn(PERSON);
  expect((await again.call("GET /projects")).items.map(({ name }) => name)).toEqual(["Rehearsed"]);
  // The graph's Durable Object continues where it was.
  const more = await fetch(`${service.url}/v1/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: lines[0]?.replace(/"id":"[^"]*"/, '"id":"after-the-restore"') ?? "",
  });
  expect(more.status).toBe(202);
});

test("J69 the command refuses an incomplete or changed backup before it writes anything", async () => {
  const copy = join(folder, "copy");
  expect(await run("backup", "copy")).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("has a backup already") },
  });
  expect(await run("restore", "none")).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("holds no complete backup") },
  });
  const sql = readFileSync(join(copy, "PACKS_2.sql"));
  writeFileSync(join(copy, "PACKS_2.sql"), sql.subarray(0, -10));
  expect(await run("restore", "copy")).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("was changed since the backup") },
  });
});
