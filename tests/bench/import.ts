/** Measures `memtrace import` of files that no single request can hold. */
import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { memtrace, SOURCE } from "../cli/support/memtrace.ts";
import type { Bench } from "./command.ts";
import { generateGraph, recordsOf, type Written } from "./generated-graph.ts";
import { longContextRecords } from "./long-context-graph.ts";
import type { Figure } from "./measurement.ts";
import { bundleProduct, newKey, peakBytesOf, startRuntime, withFolder } from "./runtime.ts";

const MEBIBYTE = 1024 * 1024;
const MEGABYTE = 1_000_000;
const SEED = 1;
/** In megabytes (10^6 bytes) per second, from the start of the command to its end. */
const LEAST_RATE = 25;

/** Records without end, by the kind of memory that recorded them. */
const KINDS = {
  "long-context": () => longContextRecords(SEED),
  units: () => recordsOf(SEED, Number.POSITIVE_INFINITY),
} as const;
type Kind = keyof typeof KINDS;

export const bench: Bench = {
  about: "memtrace import of large files: MB a second, and the memory of the service",
  options: {
    files: {
      about: `the files, with commas between them: a kind (${Object.keys(KINDS).join(" or ")}) and MiB`,
      default: "long-context:60,units:500",
    },
  },
  run: ({ files = "" }) =>
    withFolder(async (folder) => {
      const bundle = await bundleProduct(folder);
      const imports = [];
      for (const file of files.split(",")) {
        const [kind, size] = file.split(":") as [Kind, string];
        const path = join(folder, `${kind}-${size}.json`);
        await writeFile(path, Number(size) * MEBIBYTE, KINDS[kind]());
        const state = join(folder, `state-${kind}-${size}`);
        imports.push({ kind, ...(await importOf(path, bundle, state)) });
      }
      return { figures: imports.flatMap(figuresOf), details: { imports } };
    }),
};

interface Import {
  readonly bytes: number;
  readonly seconds: number;
  readonly events: number;
  /** Peak memory of the service's largest process, before the import and after it. */
  readonly before: number;
  readonly peak: number;
}

async function importOf(path: string, bundle: string, state: string): Promise<Import> {
  // Use a new runtime, so that no import inherits the memory of another.
  const runtime = await startRuntime("product", bundle, state);
  try {
    const key = await newKey(runtime.url, ["ingest", "read"]);
    const before = peakBytesOf(runtime);
    const started = performance.now();
    const { code, out, err } = await memtrace(["import", path, "--json"], {
      program: SOURCE,
      env: { MEMTRACE_URL: runtime.url, MEMTRACE_API_KEY: key, NODE_OPTIONS: HEAP },
    });
    const seconds = (performance.now() - started) / 1_000;
    if (code !== 0) throw new Error(`the import failed: ${out}${err}`);
    const { files } = JSON.parse(out) as { files: readonly { events: number }[] };
    return {
      ...{ bytes: statSync(path).size, seconds, events: files[0]?.events ?? 0 },
      ...{ before, peak: peakBytesOf(runtime) },
    };
  } finally {
    await runtime.kill();
  }
}

const HEAP = "--max-old-space-size=12000";

function figuresOf({ kind, bytes, seconds, before, peak }: Import & { kind: Kind }): Figure[] {
  const name = `a file of ${Math.round(bytes / MEBIBYTE)} MiB, ${kind}`;
  return [
    {
      ...{ name: `${name}, imported a second`, value: bytes / MEGABYTE / seconds, unit: "MB" },
      target: { atLeast: LEAST_RATE },
    },
    {
      name: `${name}, added to the service's memory`,
      value: (peak - before) / MEBIBYTE,
      unit: "MiB",
    },
  ];
}

/** Writes record by record, because the largest files exceed the maximum length of a string. */
async function writeFile(path: string, bytes: number, records: Iterable<Written>): Promise<void> {
  const { data: _, ...header } = generateGraph(SEED, 1).file;
  const lists = { nodes: [], edges: [], operations: [], sessions: [] } as Record<string, string[]>;
  let chars = 0;
  for (const { list, record } of records) {
    const json = JSON.stringify(record);
    lists[list]?.push(json);
    chars += json.length + 1;
    // Stop only here, after all records of a step, so that no written record refers to a later one.
    if (chars >= bytes) break;
  }
  const out = createWriteStream(path);
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, "drain");
  };
  await write(`${JSON.stringify(header).slice(0, -1)},"data":{`);
  for (const [place, [name, records]] of Object.entries(lists).entries()) {
    await write(`${place === 0 ? "" : ","}"${name}":[`);
    for (const [index, record] of records.entries())
      await write(`${index === 0 ? "" : ","}${record}`);
    await write("]");
  }
  await write("}}");
  out.end();
  await once(out, "close");
}
