/** Measures the storage that graphs take, how long they take to load, and how both grow. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./command.ts";
import { asciiJson, generateGraph } from "./generated-graph.ts";
import type { Figure, Measurement } from "./measurement.ts";
import { withFolder } from "./runtime.ts";
import type { StoredFile } from "./store-task.ts";
import { readTraceFiles } from "./trace-files.ts";

const SEED = 1;
const SMALL_OPERATIONS = 1_000;
const GROWN = 10;
/**
 * Largest allowed share of the export's size, in percent. Traces with a whole context repeat most
 * of their text.
 */
const MOST_PERCENT: Readonly<Record<string, number>> = { long_context: 4 };
const MOST_PERCENT_OF_OTHERS = 20;
/**
 * The bench compares two graphs: one has ten times as many events as the other. An event of the
 * larger graph may need at most this multiple of the bytes and the time of an event of the smaller
 * graph. The limit for the time is higher, because measured times vary more.
 */
const MOST_GROWTH = { bytes: 1.1, time: 1.5 } as const;

export const bench: Bench = {
  about: "stored bytes as a share of the export's JSON; rebuilding objects and graphs; growth",
  run: () => withFolder(async (folder) => run(folder)),
};

function run(folder: string): Measurement {
  const traced = readTraceFiles();
  const [small, large] = storeFiles(
    [SMALL_OPERATIONS, SMALL_OPERATIONS * GROWN].map((operations) => generate(folder, operations)),
  );
  if (small === undefined || large === undefined) throw new Error("nothing was stored");
  const bySystem = Map.groupBy(
    traced.map((file, index) => {
      const path = join(folder, `traced-${index}.json`);
      writeFileSync(path, file.text);
      return { system: file.system, path };
    }),
    ({ system }) => system,
  );
  const systems = new Map(
    [...bySystem].map(([system, files]) => [system, storeFiles(files.map(({ path }) => path))]),
  );
  if (systems.size === 0) systems.set("generated", [large]);
  return {
    figures: [
      ...[...systems].flatMap(([system, files]) => figuresOf(system, files)),
      ...growthOf(small, large),
    ],
    details: {
      files: traced.length > 0 ? `${traced.length} of TRACEBENCH_DIR` : "generated",
      stored:
        "used pages of D1 (packs) and of the object's SQLite, after an import; live: the same events in batches of 50, a pack every half minute of their own time",
      rebuilt:
        "processor time of the thread that rebuilds, median of rounds; in each round every file of one process",
      packedLive: packedLive([...systems.values()].flat()),
      systems: Object.fromEntries(systems),
      small,
      large,
    },
  };
}

/**
 * Returns the size of packs of live events. The result has the form that `npm run simulate` reads.
 */
function packedLive(files: readonly StoredFile[]) {
  const total = (read: (file: StoredFile) => number) =>
    files.reduce((sum, file) => sum + read(file), 0);
  return {
    files: files.length,
    events: total(({ events }) => events),
    bytes: total(({ livePackBytes }) => livePackBytes),
  };
}

function generate(folder: string, operations: number): string {
  const path = join(folder, `generated-${operations}.json`);
  writeFileSync(path, asciiJson(generateGraph(SEED, operations).file));
  return path;
}

/** Stores the files in a separate process. */
function storeFiles(paths: readonly string[]): StoredFile[] {
  const side = join(import.meta.dirname, "workers/store-side.ts");
  const printed = execFileSync(process.execPath, ["--no-warnings", side, ...paths], {
    ...{ encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  });
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as StoredFile);
}

function figuresOf(system: string, files: readonly StoredFile[]): Figure[] {
  const total = (read: (file: StoredFile) => number) =>
    files.reduce((sum, file) => sum + read(file), 0);
  const percent = (bytes: number) => (100 * bytes) / total(({ exportBytes }) => exportBytes);
  const megabytes = total(({ exportBytes }) => exportBytes) / 1e6;
  const stored = total(({ packBytes, objectBytes }) => packBytes + objectBytes);
  return [
    {
      name: `${system}, stored`,
      value: percent(stored),
      unit: "% of the export",
      target: { atMost: MOST_PERCENT[system] ?? MOST_PERCENT_OF_OTHERS },
    },
    {
      name: `${system}, stored, of that in the object`,
      value: percent(total(({ objectBytes }) => objectBytes)),
      unit: "% of the export",
    },
    {
      name: `${system}, stored as it would have come live`,
      value: percent(total(({ liveBytes }) => liveBytes)),
      unit: "% of the export",
    },
    {
      name: `${system}, object rebuilt`,
      value: total(({ objectMs }) => objectMs) / megabytes,
      unit: "ms per MB of export",
    },
    {
      name: `${system}, graph rebuilt`,
      value: total(({ graphMs }) => graphMs) / megabytes,
      unit: "ms per MB of export",
    },
  ];
}

function growthOf(small: StoredFile, large: StoredFile): Figure[] {
  const growth = (
    name: string,
    unit: string,
    most: number,
    read: (file: StoredFile) => number,
  ): Figure[] => {
    const [before, after] = [read(small) / small.events, read(large) / large.events];
    return [
      { name: `${name} per event, ${small.events} events`, value: before, unit },
      { name: `${name} per event, ${large.events} events`, value: after, unit },
      {
        name: `${name} per event, growth`,
        value: after / before,
        unit: "times",
        target: { atMost: most },
      },
    ];
  };
  return [
    ...growth("stored", "bytes", MOST_GROWTH.bytes, (file) => file.packBytes + file.objectBytes),
    ...growth("object rebuilt", "µs", MOST_GROWTH.time, (file) => file.objectMs * 1_000),
    ...growth("graph rebuilt", "µs", MOST_GROWTH.time, (file) => file.graphMs * 1_000),
  ];
}
