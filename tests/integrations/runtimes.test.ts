import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { attributedCase } from "./attributed.ts";

const FOLDER = import.meta.dirname;
const BIN = join(FOLDER, "node_modules/.bin");
const SDK = pathToFileURL(join(FOLDER, "../../sdk/dist/index.js")).href;
/** The Node that npm itself runs with: of CI and of most users, an older one than the tests'. */
const NPM_NODE = process.env.npm_node_execpath ?? process.execPath;

describe("the built SDK", () => {
  it.each([
    { runtime: "Node of the tests", command: [process.execPath] },
    { runtime: "Node of npm", command: [NPM_NODE] },
    { runtime: "Bun", command: [join(BIN, "bun"), "run"] },
    { runtime: "Deno", command: [join(BIN, "deno"), "run", "--allow-all", "--no-config"] },
  ])("I2 traces on $runtime, and the case is attributed", async ({ runtime, command }) => {
    const { url, key } = inject("service");
    const graph = `runtime-${runtime}`;
    const [program = "", ...args] = command;
    const script = join(FOLDER, "traced-program.mjs");
    const { stderr } = await promisify(execFile)(program, [...args, script, SDK, url, key, graph]);
    expect(stderr).toBe("");
    const { attribution } = await attributedCase(graph);
    expect(attribution).toMatchObject({ errorType: "RetrievalError", opName: "search" });
  });
});
