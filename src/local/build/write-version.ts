/**
 * Writes package.json's version into every other file that contains it. `npm version X` runs this
 * script before it commits.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const NUMBER = String.raw`\d+\.\d+\.\d+`;

/**
 * All other files that contain the version. Maps the path of a file to the text directly before the
 * version.
 */
export const VERSIONED: Readonly<Record<string, string>> = {
  "sdk/package.json": '"version": "',
  "sdk/src/deliver/delivery.ts": "x-ndjson;js=",
  "sdk/python/memtrace/version.py": '__version__ = "',
  "src/protocol/events/sdk-version.ts": "memtrace_sdk-",
  "sdk/python/README.md": "memtrace_sdk-",
  "docs/python.md": "memtrace_sdk-",
  "docs/start/python.md": "memtrace_sdk-",
};

export function versionsIn(path: string): string[] {
  const text = readFileSync(`${ROOT}${path}`, "utf8");
  return [...text.matchAll(pattern(path))].map(([, , version = ""]) => version);
}

const pattern = (path: string) => new RegExp(`(${VERSIONED[path] ?? ""})(${NUMBER})`, "g");

async function writeVersion(): Promise<void> {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  for (const path of Object.keys(VERSIONED)) {
    const text = readFileSync(`${ROOT}${path}`, "utf8");
    writeFileSync(`${ROOT}${path}`, text.replace(pattern(path), `$1${version}`));
  }
  // Update package-lock.json, which also contains the workspace's version.
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"]);
  await run("git", ["add", "package-lock.json", ...Object.keys(VERSIONED)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeVersion();
