/**
 * Builds the SDK with its command-line program. Also builds the files that the Worker serves: the
 * UI, the script of the API page, the documentation and the SDK packages.
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
  // Write this file last. `buildOutdated` looks only at this file to find out when the assets were
  // built.
  writeFileSync(`${target}/standalone.js`, apiViewer());
}

/**
 * Builds the documentation for /docs. It goes into the folder of the UI, which the build of the UI
 * empties. So build the UI first.
 */
export async function buildDocs(): Promise<void> {
  await run("node_modules/.bin/vitepress", ["build", "docs"]);
}

/**
 * Builds the SDK packages that users install from the service. They go into the folder of the UI,
 * which the build of the UI empties. So build the UI first.
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
 * This file must be written last. `buildOutdated` looks only at this file to find out when the
 * packages were built.
 */
const SDK_PACKAGE = "dist/ui/sdk.tgz";

/**
 * The API viewer contains this code. It tests whether `new Function` is allowed. If it is not, the
 * viewer works in another way.
 */
const EVAL_PROBE = 'try{return new Function(""),!0}';

/**
 * Returns the script of the API viewer. The test in `EVAL_PROBE` is replaced by its result: the
 * content security policy forbids `new Function`, and the browser would report each attempt as an
 * error.
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
