import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";

const run = promisify(execFile);

it("K64 npm installs the SDK from the service without a registry, and its command works", async () => {
  const { url, key } = inject("service");
  const folder = mkdtempSync(join(tmpdir(), "memtrace-served-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const registry = "--registry=http://127.0.0.1:1";
  await run("npm", ["install", registry, "--no-audit", "--no-fund", `${url}/sdk.tgz`], {
    cwd: folder,
  });
  const program = 'console.log(typeof (await import("@memtrace/sdk")).MemTrace)';
  const loaded = await run(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
  });
  expect(loaded.stdout).toBe("function\n");
  const env = { ...process.env, MEMTRACE_URL: url, MEMTRACE_API_KEY: key };
  const shown = await run("npx", ["--no", "memtrace", "whoami"], { cwd: folder, env });
  expect(shown.stdout).toContain("Integrations");
});
