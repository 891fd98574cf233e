/**
 * Builds `memtrace`, the command of the SDK's package: one file, and parts that only some commands
 * load. It shares nothing with the SDK's own modules. The output folder is the first argument, or
 * the package's.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TARGET = resolve(process.argv[2] ?? join(ROOT, "sdk/dist"));
const PARTS = "command-line";

// Bundled CommonJS packages still call require. The minifier does not see this line: names of more
// than a few letters cannot collide with its own. The name is longer than those that esbuild gives to
// what a file imports: two of one name would break the file.
const REQUIRE =
  'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);';

const { metafile } = await build({
  entryPoints: { memtrace: join(ROOT, "src/cli/main.ts") },
  outdir: TARGET,
  absWorkingDir: ROOT,
  ...{ bundle: true, minify: true, splitting: true, format: "esm", platform: "node" },
  target: "node20",
  chunkNames: `${PARTS}/[name]-[hash]`,
  banner: { js: REQUIRE },
  // Its client alone: the rest of ws is a server.
  alias: { ws: join(ROOT, "node_modules/ws/lib/websocket.js") },
  // Leaves out native parts of ws, which a feed of text does not need.
  define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
  // Few packages have their licence in a comment, so the notices are a file of their own.
  legalComments: "none",
  charset: "utf8",
  // Larger than all other parts, and needed only to evaluate with a model.
  external: ["openai"],
  plugins: [withoutJsonSchema(), withoutCompression()],
  metafile: true,
});

mkdirSync(join(TARGET, PARTS), { recursive: true });
writeFileSync(join(TARGET, "memtrace.licenses.txt"), notices(Object.keys(metafile.inputs)));

// The line costs each part 90 bytes, and few parts hold a package that calls require.
for (const output of Object.keys(metafile.outputs)) {
  const path = resolve(ROOT, output);
  const [, rest] = readFileSync(path, "utf8").split(`${REQUIRE}\n`);
  if (rest !== undefined && !rest.includes("require")) writeFileSync(path, rest);
}

/**
 * Removes parts of earlier builds. Only now, so that a command that runs meanwhile finds its parts.
 */
const built = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync(join(TARGET, PARTS))) {
  if (!built.has(name)) rmSync(join(TARGET, PARTS, name));
}

/** The licence of every package that a built file holds parts of; one without a licence fails. */
function notices(files: readonly string[]): string {
  const folders = files.flatMap(
    (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const file = readdirSync(join(ROOT, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${folder} has no licence that could be passed on.`);
    return `${name} ${version}\n\n${readFileSync(join(ROOT, folder, file), "utf8").trim()}\n`;
  });
  return `The command memtrace holds parts of these packages.\n\n${texts.join("\n---\n\n")}`;
}

/** The compression of ws, which the command never offers: 6 kB. Only its name is compared. */
function withoutCompression(): Plugin {
  const contents = `module.exports = class { static extensionName = "permessage-deflate"; };`;
  return {
    name: "without-compression",
    setup({ onLoad }) {
      onLoad({ filter: /ws\/lib\/permessage-deflate\.js$/ }, () => ({ contents }));
    },
  };
}

/** Zod's writer of JSON Schema: 20 kB that every schema refers to, and no command calls. */
function withoutJsonSchema(): Plugin {
  const contents = `const unused = () => () => { throw new Error("JSON Schema is left out here."); };
    export { unused as createToJSONSchemaMethod, unused as createStandardJSONSchemaMethod };
    export { unused as initializeContext, unused as process, unused as extractDefs };
    export { unused as finalize, unused as toJSONSchema };
    export { unused as allProcessors, unused as processSchema };`;
  return {
    name: "without-json-schema",
    setup({ onLoad }) {
      const filter = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
      onLoad({ filter }, () => ({ contents }));
    },
  };
}
