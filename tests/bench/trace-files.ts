/** The files to measure: those in TRACEBENCH_DIR, if it is set. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export interface TraceFile {
  /** The memory system that was traced; the folder has its name. */
  readonly system: string;
  readonly name: string;
  readonly text: string;
}

/** Lists the trace files; empty if TRACEBENCH_DIR is not set. */
export function readTraceFiles(): TraceFile[] {
  const folder = process.env.TRACEBENCH_DIR;
  if (folder === undefined || folder === "") return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!index)\.json(\.gz)?$/.test(path))
    .toSorted()
    .map((path) => {
      const bytes = readFileSync(join(folder, path));
      const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
      const [system = "", ...rest] = path.split("/");
      return { system, name: rest.join("-"), text };
    });
}
