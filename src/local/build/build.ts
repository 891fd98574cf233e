/**
 * Builds the SDK with its command-line program, and the Worker's static assets: UI, API page
 * script, documentation, SDK packages.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { packPythonSdk } from "./pack-python-sdk.ts";
import { run } from "./process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const COMMAND_LINE_SOURCES = [
  ...["src/attribution", "src/cli", "src/evaluation", "src/graph"],
  ...["src/large-file", "src/llm", "src/local", "src/protocol", "src/statistics", "src/text"],
];

const ASSET_SOURCES = ["src/ui", "src/graph", "src/large-file", "src/protocol"];

const DOCS_SOURCES = ["docs", "sdk/README.md", "sdk/python/README.md"];

export async function buildSdk(): Promise<void> {
  await run("npm", ["run", "--silent", "build", "--workspace", "sdk"]);
}

export async function buildAssets(): Promise<void> {
  await run("node_modules/.bin/vite", ["build", "--config", "src/ui/vite.config.ts"]);
  const target = `${ROOT}dist/ui/scalar`;
  mkdirSync(target, { recursive: true });
  // Write this file last: `buildOutdated` takes its modification time as the build time of all
  // assets.
  writeFileSync(`${target}/standalone.js`, apiViewer());
}

/**
 * Builds the documentation into the UI's folder, for /docs. Run it after building the UI, which
 * empties the folder.
 */
export async function buildDocs(): Promise<void> {
  await run("node_modules/.bin/vitepress", ["build", "docs"]);
}

/**
 * Builds the SDK packages that users install from the service. Run it after building the UI, which
 * empties the folder.
 */
export async function packSdks(): Promise<void> {
  const folder = "dist/ui";
  const wheel = packPythonSdk(`${ROOT}sdk/python`);
  writeFileSync(`${ROOT}${folder}/${wheel.name}`, wheel.bytes);
  const { name, version } = JSON.parse(readFileSync(`${ROOT}sdk/package.json`, "utf8"));
  await run("npm", ["pack", "--silent", "--workspace", "sdk", "--pack-destination", folder]);
  const packed = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  renameSync(`${ROOT}${folder}/${packed}`, `${ROOT}${SDK_PACKAGE}`);
}

/**
 * Write this file last: `buildOutdated` takes its modification time as the build time of all
 * packages.
 */
const SDK_PACKAGE = "dist/ui/sdk.tgz";

/**
 * With this code, the viewer tests whether it can call `new Function`. If the call is forbidden,
 * the viewer uses other code.
 */
const EVAL_PROBE = 'try{return new Function(""),!0}';

/**
 * Returns the viewer's script without `EVAL_PROBE`. The content security policy forbids
 * `new Function`, and the browser would report an error.
 */
function apiViewer(): string {
  const path = "node_modules/@scalar/api-reference/dist/browser/standalone.js";
  const script = readFileSync(`${ROOT}${path}`, "utf8");
  if (!script.includes(EVAL_PROBE)) throw new Error(`${path} has no ${EVAL_PROBE} any more.`);
  return script.replaceAll(EVAL_PROBE, "try{return!1}");
}

/** Builds each output that is missing or older than a source file. */
export async function buildOutdated(): Promise<void> {
  const isSdkOutdated =
    isOutdated("sdk/dist/index.js", ["sdk/src"]) ||
    isOutdated("sdk/dist/memtrace.js", COMMAND_LINE_SOURCES);
  if (isSdkOutdated) await buildSdk();
  if (isOutdated("dist/ui/scalar/standalone.js", ASSET_SOURCES)) await buildAssets();
  if (isOutdated("dist/ui/docs/index.html", DOCS_SOURCES)) await buildDocs();
  const sources = ["sdk/dist", "sdk/bin", "sdk/python/memtrace"];
  if (isOutdated(SDK_PACKAGE, sources)) await packSdks();
}

/** @param sources files, and folders with all their files */
function isOutdated(built: string, sources: readonly string[]): boolean {
  if (!existsSync(`${ROOT}${built}`)) return true;
  const builtAt = statSync(`${ROOT}${built}`).mtimeMs;
  return sources
    .flatMap((source) => {
      if (statSync(`${ROOT}${source}`).isFile()) return [`${ROOT}${source}`];
      const paths = readdirSync(`${ROOT}${source}`, { recursive: true, encoding: "utf8" });
      return paths.map((path) => `${ROOT}${source}/${path}`);
    })
    .some((path) => statSync(path).mtimeMs > builtAt);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSdk();
  await buildAssets();
  await buildDocs();
  await packSdks();
}
