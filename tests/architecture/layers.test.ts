import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { DOORS } from "./support/doors.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * Maps each layer to the layers that it may import. A layer that is not listed here is an error.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "src/text": [],
  "src/statistics": [],
  "src/protocol": ["src/text"],
  "src/graph": ["src/protocol", "src/text"],
  "src/attribution": ["src/graph", "src/protocol", "src/statistics", "src/text"],
  "src/optimization": [
    "src/attribution",
    "src/graph",
    "src/protocol",
    "src/statistics",
    "src/text",
  ],
  "src/reports": ["src/graph", "src/protocol", "src/statistics"],
  "src/webhooks": ["src/graph", "src/protocol"],
  "src/mail": ["src/protocol"],
  "src/telemetry": [],
  "src/billing": ["src/protocol"],
  "src/redaction": ["src/graph", "src/protocol", "src/text"],
  "src/otlp": ["src/graph", "src/protocol", "src/text"],
  "src/replay": ["src/attribution", "src/graph", "src/protocol", "src/text"],
  "src/llm": ["src/protocol"],
  "src/event-store": ["src/graph", "src/protocol"],
  "src/database": [
    "src/attribution",
    "src/event-store",
    "src/graph",
    "src/mail",
    "src/optimization",
    "src/protocol",
    "src/reports",
    "src/statistics",
    "src/text",
  ],
  "src/tenancy": ["src/database", "src/event-store", "src/mail", "src/protocol"],
  "src/jobs": [
    "src/attribution",
    "src/billing",
    "src/database",
    "src/graph",
    "src/llm",
    "src/mail",
    "src/optimization",
    "src/protocol",
    "src/replay",
    "src/reports",
    "src/statistics",
    "src/telemetry",
    "src/tenancy",
    "src/text",
    "src/webhooks",
  ],
  "src/http": [
    "src/attribution",
    "src/database",
    "src/event-store",
    "src/graph",
    "src/jobs",
    "src/mail",
    "src/optimization",
    "src/otlp",
    "src/protocol",
    "src/redaction",
    "src/replay",
    "src/reports",
    "src/statistics",
    "src/telemetry",
    "src/tenancy",
    "src/text",
    "src/webhooks",
  ],
  "src/large-file": ["src/graph", "src/protocol"],
  "src/ui": ["src/large-file", "src/protocol"],
  "src/local": [
    "src/graph",
    "src/large-file",
    "src/optimization",
    "src/protocol",
    "src/statistics",
    "src/webhooks",
    "sdk",
  ],
  "src/evaluation": [
    "src/attribution",
    "src/graph",
    "src/llm",
    "src/local",
    "src/protocol",
    "src/redaction",
    "src/statistics",
    "src/text",
  ],
  "src/cli": [
    "sdk",
    "src/evaluation",
    "src/large-file",
    "src/local",
    "src/protocol",
    "src/reports",
    "src/text",
  ],
  workers: [
    "src/billing",
    "src/database",
    "src/event-store",
    "src/graph",
    "src/http",
    "src/jobs",
    "src/mail",
    "src/optimization",
    "src/protocol",
    "src/reports",
    "src/telemetry",
    "src/tenancy",
    "src/webhooks",
  ],
  sdk: [],
};

const MAX_FILE_LINES = 400;
/** A folder with more files must be split into inner folders. */
const MAX_FOLDER_FILES = 15;
const VAGUE_NAMES = /(^|\/)(utils?|helpers?|common|misc|lib|shared)(\.|\/)/i;

interface SourceFile {
  readonly path: string;
  readonly layer: string;
  readonly text: string;
}

/** Programs that a script or a benchmark starts by path. */
const COMMANDS_AMONG_TESTS = new Set([
  "tests/integrations/install.ts",
  "tests/integrations/bench-peers.ts",
]);

const testFiles = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes("node_modules"))
  .map((path) => `tests/${path}`);

const files = ["src", "workers", "sdk"].flatMap(sourceFiles);

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name === "node_modules" || name === "dist") return [];
    if (statSync(join(ROOT, path)).isDirectory()) return sourceFiles(path);
    if (!/\.tsx?$/.test(name)) return [];
    return [{ path, layer: layerOf(path), text: readFileSync(join(ROOT, path), "utf8") }];
  });
}

/** Layers with inner folders whose public files are listed. */
const LAYERS_WITH_DOORS = [
  "src/attribution",
  "src/database",
  "src/event-store",
  "src/graph",
  "src/http",
  "sdk/src",
];

function isInnerRoom(folder: string): boolean {
  return LAYERS_WITH_DOORS.some((layer) => folder.startsWith(`${layer}/`));
}

function layerOf(path: string): string {
  const [top, second] = path.split("/");
  return top === "src" ? `src/${second}` : `${top}`;
}

/** Paths of the repository that the file imports, types included. */
function importsOf(file: SourceFile): string[] {
  const specifiers = file.text.matchAll(
    /^(?:import|export)\b[^;"]*?"(?<path>\.[^"]+)"|\bimport\("(?<lazy>\.[^"]+)"\)/gm,
  );
  return [...specifiers].flatMap(({ groups }) => {
    const specifier = groups?.path ?? groups?.lazy;
    return specifier === undefined
      ? []
      : relative(ROOT, resolve(ROOT, dirname(file.path), specifier));
  });
}

describe("L architecture", () => {
  test("L1 a layer imports only from layers below it", () => {
    const wrong = files.flatMap((file) => {
      if (file.path === "src/pure-globals.d.ts") return [];
      const allowed = ALLOWED[file.layer];
      if (allowed === undefined) return [`${file.path}: the layer ${file.layer} is not known`];
      return importsOf(file)
        .map(layerOf)
        .filter((layer) => layer !== file.layer && !allowed.includes(layer))
        .map((layer) => `${file.path} imports ${layer}`);
    });
    expect(wrong).toEqual([]);
  });

  test("L2 no file takes part in an import cycle, types included", () => {
    const graph = new Map(files.map((file) => [file.path, importsOf(file)]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
        return;
      }
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test(`L3 no file is longer than ${MAX_FILE_LINES} lines`, () => {
    const long = files
      .map((file) => ({ path: file.path, lines: file.text.split("\n").length }))
      .filter(({ lines }) => lines > MAX_FILE_LINES);
    expect(long).toEqual([]);
  });

  test(`L9 no folder holds more than ${MAX_FOLDER_FILES} source files directly`, () => {
    const sizes = new Map<string, number>();
    for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > MAX_FOLDER_FILES)).toEqual([]);
  });

  test("L10 a folder with tests directly in it holds no helper file", () => {
    const helpers = testFiles.filter(
      (path) =>
        !path.endsWith(".test.ts") &&
        !COMMANDS_AMONG_TESTS.has(path) &&
        testFiles.some((other) => other.endsWith(".test.ts") && dirname(other) === dirname(path)),
    );
    expect(helpers).toEqual([]);
  });

  test("L13 TypeScript checks the types of every folder of tests", () => {
    const tests = join(ROOT, "tests");
    const checked = ["tsconfig.json", "tsconfig.workers.json"].flatMap(
      (name): string[] => JSON.parse(readFileSync(join(tests, name), "utf8")).include,
    );
    const folders = readdirSync(tests, { withFileTypes: true }).filter((one) => one.isDirectory());
    const unchecked = folders.filter(
      ({ name }) =>
        !checked.includes(name) && !readdirSync(join(tests, name)).includes("tsconfig.json"),
    );
    expect(unchecked.map(({ name }) => name)).toEqual([]);
  });

  test("L11 files of other rooms import only a room's doors", () => {
    const doors = new Map(
      Object.entries(DOORS).map(([room, names]) => [room, new Set(names.split(" "))]),
    );
    const wrong = files.flatMap((file) =>
      importsOf(file).flatMap((path) => {
        const room = dirname(path);
        if (!isInnerRoom(room) || `${dirname(file.path)}/`.startsWith(`${room}/`)) return [];
        const name = basename(path, ".ts");
        return doors.get(room)?.has(name) ? [] : [`${file.path} enters ${room} by ${name}`];
      }),
    );
    expect(wrong).toEqual([]);
    const missing = [...doors].flatMap(([room, names]) =>
      [...names]
        .filter((name) => !files.some(({ path }) => path === `${room}/${name}.ts`))
        .map((name) => `${room}/${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("L4 the name of each file and folder describes its content", () => {
    expect(files.map((file) => file.path).filter((path) => VAGUE_NAMES.test(path))).toEqual([]);
  });

  test("L5 the SDK has no dependency at run time", () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
    expect(manifest.dependencies ?? {}).toEqual({});
  });
});
