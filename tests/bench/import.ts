/** Measures `memtrace import` of files that no single request can hold. */
import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { memtrace, SOURCE } from "../cli/support/memtrace.ts";
import type { Bench } from "./command.ts";
import { generateGraph, recordsOf } from "./generated-graph.ts";
import type { Figure } from "./measurement.ts";
import { bundleProduct, newKey, peakBytesOf, startRuntime, withFolder } from "./runtime.ts";

const MEBIBYTE = 1024 * 1024;
const SEED = 1;
/** In MiB per second, from the start of the command to its end. */
const LEAST_RATE = 25;

export const bench: Bench = {
  about: "memtrace import of large files: MiB a second, and the memory of the service",
  options: { sizes: { about: "MiB of the files, with commas between them", default: "60,500" } },
  run: ({ sizes = "" }) =>
    withFolder(async (folder) => {
      const bundle = await bundleProduct(folder);
      const imports = [];
      for (const size of sizes.split(",").map(Number)) {
        const path = join(folder, `${size}.json`);
        await writeFile(path, size * MEBIBYTE);
        imports.push(await importOf(path, bundle, join(folder, `state-${size}`)));
      }
      return { figures: imports.flatMap(figuresOf), details: { imports } };
    }),
};

interface Import {
  readonly mebibytes: number;
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
      ...{ mebibytes: statSync(path).size / MEBIBYTE, seconds, events: files[0]?.events ?? 0 },
      ...{ before, peak: peakBytesOf(runtime) },
    };
  } finally {
    await runtime.kill();
  }
}

const HEAP = "--max-old-space-size=12000";

function figuresOf({ mebibytes, seconds, before, peak }: Import): Figure[] {
  const name = `a file of ${Math.round(mebibytes)} MiB`;
  return [
    {
      ...{ name: `${name}, imported a second`, value: mebibytes / seconds, unit: "MiB" },
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
async function writeFile(path: string, bytes: number): Promise<void> {
  const { data: _, ...header } = generateGraph(SEED, 1).file;
  const lists = { nodes: [], edges: [], operations: [], sessions: [] } as Record<string, string[]>;
  let chars = 0;
  for (const { list, record } of recordsOf(SEED, Number.POSITIVE_INFINITY)) {
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
