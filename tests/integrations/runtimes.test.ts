import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { attributedCase } from "./support/attributed.ts";
import { NODES } from "./support/nodes.ts";

const FOLDER = import.meta.dirname;
const BIN = join(FOLDER, "node_modules/.bin");
const SDK = pathToFileURL(join(FOLDER, "../../sdk/dist/index.js")).href;

interface Runtime {
  readonly runtime: string;
  /** Undefined if this machine does not have the runtime. */
  readonly program: string | undefined;
  readonly args: readonly string[];
}

const RUNTIMES: readonly Runtime[] = [
  ...NODES.map(({ version, path }) => ({ runtime: `Node ${version}`, program: path, args: [] })),
  { runtime: "Bun", program: join(BIN, "bun"), args: ["run"] },
  { runtime: "Deno", program: join(BIN, "deno"), args: ["run", "--allow-all", "--no-config"] },
];

describe("the built SDK", () => {
  for (const { runtime, program, args } of RUNTIMES) {
    it.skipIf(program === undefined)(
      `I2 the SDK traces on ${runtime}, and the case is attributed`,
      async () => {
        const { url, key } = inject("service");
        const graph = `runtime-${runtime}`;
        const script = [join(FOLDER, "support/traced-program.mjs"), SDK, url, key, graph];
        const { stderr } = await promisify(execFile)(program ?? "", [...args, ...script]);
        expect(stderr).toBe("");
        const { attribution } = await attributedCase(graph);
        expect(attribution).toMatchObject({ errorType: "RetrievalError", opName: "search" });
      },
    );
  }
});
