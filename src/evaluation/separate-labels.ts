/**
 * Reads labels from separate files. The labels for the trace files in a folder FOLDER are in the
 * file FOLDER.json, next to this folder. A label names its case by two values: the path of the
 * trace file inside FOLDER, and the id of the question. `also` lists other causes that count as
 * right. `blame` lists, for each error type, the operations that count as right.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { type Json, recordOf, type TraceJson, textOf } from "./trace-file.ts";

/**
 * FOLDER is the folder of the trace file or a folder above it. The search for FOLDER.json tries at
 * most this many folders.
 */
const DEPTH = 3;

/** Adds to each annotation its labels from all label files that name this trace file. */
export function withSeparateLabels(path: string, file: TraceJson): TraceJson {
  const labels = labelsOf(resolve(path));
  if (labels.size === 0) return file;
  const annotations = file.annotations.map((annotation) => ({
    ...annotation,
    ...labels.get(textOf(annotation.query_id) ?? ""),
  }));
  return { ...file, annotations };
}

/** Question id → label. */
function labelsOf(path: string): ReadonlyMap<string, Json> {
  const labels = new Map<string, Json>();
  let folder = dirname(path);
  for (let depth = 0; depth < DEPTH; depth += 1, folder = dirname(folder)) {
    const place = relative(folder, path).split(sep).join("/");
    for (const { file, query_id, also, blame } of writtenIn(`${folder}.json`)) {
      if (file === place) labels.set(String(query_id), { also, blame });
    }
  }
  return labels;
}

const read = new Map<string, readonly Json[]>();

function writtenIn(path: string): readonly Json[] {
  const known = read.get(path);
  if (known !== undefined) return known;
  if (!existsSync(path)) return [];
  const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
  const made = Array.isArray(parsed) ? parsed.map(recordOf) : [];
  read.set(path, made);
  return made;
}
