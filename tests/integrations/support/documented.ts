/** Compiles and runs the example on a page of the docs, as a user of the real package would. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/**
 * Compiles all TypeScript of `docs/integrations/PAGE` as one program, in a folder that can import
 * the packages, and runs it. Returns the compiler's errors (empty if there are none) and the
 * program's output.
 */
export async function runDocumented(
  page: string,
  env: Readonly<Record<string, string>>,
): Promise<{ compiler: string; printed: string }> {
  const text = readFileSync(join(ROOT, "docs/integrations", page), "utf8");
  const code = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block).join("\n");
  const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/.documented-"));
  try {
    const options = {
      ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: ["node"] },
      ...{ module: "nodenext", moduleResolution: "nodenext", strict: true, noEmit: true },
      ...{ skipLibCheck: true, typeRoots: [join(ROOT, "node_modules/@types")] },
    };
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "example.ts"), code);
    const project = { compilerOptions: options, files: ["example.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    const { stdout: compiler } = await run(tsc, ["-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    writeFileSync(join(folder, "example.js"), (await transform(code, { loader: "ts" })).code);
    const program = [join(folder, "example.js")];
    const { stdout: printed } = await run(process.execPath, program, {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    return { compiler, printed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
