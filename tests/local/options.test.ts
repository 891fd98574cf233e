import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { memtrace } from "../cli/support/memtrace.ts";

const LOCAL = resolve(import.meta.dirname, "../../src/local");
const FOLDER = mkdtempSync(join(tmpdir(), "memtrace-local-"));
const FILE = join(FOLDER, "file");
writeFileSync(FILE, "");

it.each([
  ["serve.ts", ["extra"], /^extra is not understood\.\n\nRuns the whole service/],
  ["serve.ts", ["--prot", "1"], /^There is no option --prot\. Did you mean --port\?/],
  ["serve.ts", ["--port", "x"], /^--port is x; give a number from 1 to 65000\.\n$/],
  ["serve.ts", ["--state", join(FILE, "state")], /^--state cannot be used: ENOTDIR.*\n$/],
  [
    "demo/demo.ts",
    ["nowhere.json"],
    /^nowhere\.json: no such file \S+ \S+ \(\/.*\/nowhere\.json\)/,
  ],
  ["demo/demo.ts", ["--import", FOLDER], /^\/.*: no file in this folder ends in \.json/],
  ["demo/demo.ts", ["--json", "/nowhere/f.json"], /^--json: there is no folder \/nowhere\.\n$/],
  ["loop/main.ts", ["--json", "/nowhere/f.json"], /^--json: there is no folder \/nowhere\.\n$/],
  ["loop/main.ts", ["--seeds", "0"], /^--seeds/],
])(
  "K26 the command %s refuses the arguments %j before anything starts",
  async (script, args, said) => {
    const { code, out, err } = await memtrace(args, { program: join(LOCAL, script) });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(said);
  },
);
