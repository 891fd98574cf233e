/**
 * `npm run test:python [-- ARGUMENTS OF PYTEST]` tests the Python SDK with the real packages,
 * against the running service. SMARTCOMMENT names a folder with smartcomment. PYTHONPATH may name
 * folders with other packages that pip cannot install.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildOutdated } from "../../src/local/build/build.ts";
import { endOnSignals } from "../../src/local/build/process.ts";
import { ApiClient } from "../../src/local/client/api-client.ts";
import { freePort, startService } from "../../src/local/service.ts";
import { installPython } from "./install.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FIRST_PORT = 9150;
const PERSON = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

endOnSignals();
const python = installPython();
await buildOutdated();
const state = await mkdtemp(join(tmpdir(), "memtrace-python-"));
const service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
try {
  const api = new ApiClient(service.url);
  await api.signUp(PERSON);
  await api.createProject(await api.createOrganization("Acme", "acme"), "Python");
  const { key } = await api.createKey("Python", ["ingest", "read", "write"]);
  const tests = spawnSync(python, ["-m", "pytest", ...process.argv.slice(2)], {
    cwd: join(ROOT, "tests/python"),
    stdio: "inherit",
    env: {
      ...process.env,
      PYTHONPATH: [join(ROOT, "sdk/python"), process.env.SMARTCOMMENT, process.env.PYTHONPATH]
        .filter(Boolean)
        .join(":"),
      PYTHONDONTWRITEBYTECODE: "1",
      MEMTRACE_TEST_URL: service.url,
      MEMTRACE_TEST_KEY: key,
      MEMTRACE_TEST_NODE: process.execPath,
    },
  });
  process.exitCode = tests.status ?? 1;
} finally {
  await service.stop();
  await rm(state, { recursive: true, force: true });
}
