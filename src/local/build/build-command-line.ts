/**
 * Builds `memtrace`, the SDK package's command-line program: one main file, and chunks that only
 * some commands load. It does not use the SDK's built modules. First argument: the output folder;
 * default: the SDK package's folder.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { minify } from "terser";
import { minifySync } from "vite";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TARGET = resolve(process.argv[2] ?? join(ROOT, "sdk/dist"));
const PARTS = "command-line";

// Bundled CommonJS packages call `require`, so each built file begins with this line, which defines
// `require`. esbuild inserts the line without reading it. So the bundled code must not use the name
// `requireOf` for anything else.
const REQUIRE =
  'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);';

/**
 * Long names of properties that only objects of the tracer have. esbuild shortens them: 6 kB less.
 * No such name may be a field of an event, a file or an answer of the API.
 */
const TRACER_PROPERTIES = `
  answerOp aroundTotal asksForPerson carriedOutBy contextStating coreTotal corpus
  durations evidenceHasExpected givesExpected givesGiven givesOther hasMonth hypotheses
  inContext inStore isAssumed isEither isExpectedGiven isExpectedKnown isFromMemory
  isFunction isHedged isInferred isLinked isMadeBy isMemory isMemoryTranslated
  isMisplaced isPremise isStatedByUnit isTimeReplaced isTranslated isUnstated leadDenies
  linksFrom linksOf linksTo messagesGive namesAsked namesTime needsMonth ofOthers
  paraphrase paraphrased placements queryStems rankOfQuestion rarity repliesToIt
  retrievalOps sinceLastTurn speakerAsked speakerStems spend stagesContradict standIns
  stems stepsFrom substitutionWeight surroundings timeWords unreadableLoss wordings`
  .trim()
  .split(/\s+/);

const { metafile } = await build({
  entryPoints: { memtrace: join(ROOT, "src/cli/main.ts") },
  outdir: TARGET,
  absWorkingDir: ROOT,
  ...{ bundle: true, minify: true, splitting: true, format: "esm", platform: "node" },
  target: "node20",
  // Node 20 has all property escapes that the code uses, such as `\p{L}`. esbuild does not know this,
  // and would write each of these regular expressions as a longer call of `RegExp`.
  supported: { "regexp-unicode-property-escapes": true },
  mangleProps: new RegExp(`^(?:${TRACER_PROPERTIES.join("|")})$`),
  chunkNames: `${PARTS}/[hash]`,
  banner: { js: REQUIRE },
  // Bundle ws's WebSocket client without its server.
  alias: { ws: join(ROOT, "node_modules/ws/lib/websocket.js") },
  // Leave out ws's native modules. They only make it faster, and this program receives little data.
  define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
  // Do not collect licences from comments: most packages have a licence file. `notices` writes all
  // licences.
  legalComments: "none",
  charset: "utf8",
  // Do not bundle openai. It is larger than the rest, and only an evaluation with a model needs it.
  external: ["openai"],
  plugins: [withoutJsonSchema(), withoutUnusedOfWs()],
  metafile: true,
});

mkdirSync(join(TARGET, PARTS), { recursive: true });
writeFileSync(join(TARGET, "memtrace.licenses.txt"), notices(Object.keys(metafile.inputs)));

/** Calls that occur often, each with the name of one letter that replaces the called function. */
const CALLS: readonly (readonly [called: string, letter: string])[] = [
  ["new Set", "ʂ"],
  ["new Map", "ɯ"],
  ["Math.max", "ʍ"],
  ["Math.min", "ɱ"],
  ["Math.round", "ʀ"],
  ["Math.floor", "ƒ"],
  ["RegExp", "ʁ"],
  ["Number", "ɲ"],
  ["Array.from", "ɑ"],
  ["Array.isArray", "ʌ"],
  ["Object.entries", "ɛ"],
  ["Object.keys", "ʞ"],
  ["Object.values", "ʋ"],
  ["Object.fromEntries", "ɸ"],
  ["Object.defineProperty", "ɖ"],
  ["JSON.stringify", "ʝ"],
  ["JSON.parse", "ɟ"],
  ["String", "ʃ"],
  ["Date.now", "ɗ"],
  ["Number.isFinite", "ɫ"],
  ["Math.abs", "ɐ"],
];

/** `void 0` is the minifiers' form of `undefined`. */
const SHORT_NAMES = [
  { long: "void 0", short: "ʊ", declared: "ʊ" },
  ...CALLS.map(([called, letter]) => ({
    ...{ long: `${called}(`, short: `${letter}(` },
    declared: `${letter}=${called.startsWith("new ") ? `e=>${called}(e)` : called}`,
  })),
];

// Remove the `REQUIRE` line (90 bytes) from files that never call `require`. Then minify each file
// with terser and with Vite's minifier. Together, they save 12 kB more than esbuild alone. terser
// turns function expressions without `this` into arrow functions. They cannot be called with `new`,
// and no bundled package does this. terser also assumes that reading a property has no effect.
for (const output of Object.keys(metafile.outputs)) {
  const path = resolve(ROOT, output);
  const text = readFileSync(path, "utf8");
  const [, rest = text] = text.split(`${REQUIRE}\n`);
  const needed = rest.includes("require") ? text : rest;
  const { code = needed } = await minify(needed, {
    ...{
      module: true,
      ecma: 2020,
      compress: {
        ...{ passes: 3, unsafe: true, unsafe_arrows: true, pure_getters: true, hoist_funs: true },
      },
    },
  });
  writeFileSync(path, withShortNames(minifySync(path, code, { module: true }).code));
}

/** Does not match the end of a longer name, such as `Number(` in `readNumber(`. */
function wholeName(text: string): RegExp {
  return new RegExp(`(?<![\\w$.#])${text.replace(/[.(]/g, "\\$&")}`, "g");
}

/** Uses the short names where they save bytes: 10 kB in all. */
function withShortNames(code: string): string {
  const used = SHORT_NAMES.filter(({ long, short, declared }) => {
    if (code.includes(short)) throw new Error(`The built code already uses the name ${short}`);
    const saved = Buffer.byteLength(long) - Buffer.byteLength(short);
    return (
      code.split(wholeName(long)).length * saved > Buffer.byteLength(`var ${declared};\n`) + saved
    );
  });
  if (used.length === 0) return code;
  const short = used.reduce(
    (text, each) => text.replaceAll(wholeName(each.long), each.short),
    code,
  );
  return `var ${used.map(({ declared }) => declared).join()};\n${short}`;
}

/**
 * Remove old chunks only after writing the new chunks. A command that runs during the build still
 * finds its chunks.
 */
const built = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync(join(TARGET, PARTS))) {
  if (!built.has(name)) rmSync(join(TARGET, PARTS, name));
}

/** Returns the licences of all bundled packages. Throws if a package has no licence file. */
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

/**
 * Replaces four modules of ws by shorter modules. This saves 11 kB. The program never offers
 * compression to a server, and listens with `on`, not with `addEventListener`. So ws never calls
 * three of these modules. But ws imports their names, so the names must exist. The fourth module
 * tests close codes and texts, and has further code only for the other modules.
 */
function withoutUnusedOfWs(): Plugin {
  const contents: Readonly<Record<string, string>> = {
    "permessage-deflate": `module.exports = class { static extensionName = "permessage-deflate"; };`,
    extension: "module.exports = {};",
    "event-target": "module.exports = { EventTarget: {} };",
    validation: `const isIn = (code, first, last) => code >= first && code <= last;
      module.exports = {
        isBlob: () => false,
        isValidStatusCode: (code) =>
          isIn(code, 1000, 1003) || isIn(code, 1007, 1014) || isIn(code, 3000, 4999),
        isValidUTF8: require("node:buffer").isUtf8,
      };`,
  };
  return {
    name: "without-unused-of-ws",
    setup({ onLoad }) {
      onLoad(
        { filter: /ws\/lib\/(permessage-deflate|extension|event-target|validation)\.js$/ },
        ({ path }) => ({
          contents: contents[basename(path, ".js")] ?? "",
        }),
      );
    },
  };
}

/**
 * Leaves out Zod's code for JSON Schemas: 20 kB less. Every schema refers to it, but no command
 * calls it.
 */
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
