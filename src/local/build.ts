/** What the Worker serves as static assets: the hosted UI and the script of the API's page. */
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export async function buildSdk(): Promise<void> {
  await run("npm", ["run", "--silent", "build", "--workspace", "sdk"]);
}

export async function buildAssets(): Promise<void> {
  await run("node_modules/.bin/vite", ["build", "--config", "src/ui/vite.config.ts"]);
  const target = `${ROOT}dist/ui/scalar`;
  mkdirSync(target, { recursive: true });
  copyFileSync(
    `${ROOT}node_modules/@scalar/api-reference/dist/browser/standalone.js`,
    `${target}/standalone.js`,
  );
}

/** Builds only what is missing: `npm run build` makes it anew. */
export async function buildMissing(): Promise<void> {
  if (!existsSync(`${ROOT}sdk/dist/index.js`)) await buildSdk();
  if (!existsSync(`${ROOT}dist/ui/scalar/standalone.js`)) await buildAssets();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSdk();
  await buildAssets();
}
