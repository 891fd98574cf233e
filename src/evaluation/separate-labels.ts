/**
 * Reads labels that are stored in a file FOLDER.json next to a folder, not in the trace files
 * themselves. Each label names its case by the trace file's path inside the folder and the
 * question's id. A label can list other right causes (`also`) and, for each error type, the
 * operations that count as right (`blame`).
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { type Json, recordOf, type TraceJson, textOf } from "./trace-file.ts";

/** Label files are searched next to this many parent folders of the trace file. */
const DEPTH = 3;

/** Adds the labels from all label files that belong to this path to the file's annotations. */
export function withSeparateLabels(path: string, file: TraceJson): TraceJson {
  const labels = labelsOf(resolve(path));
  if (labels.size === 0) return file;
  const annotations = file.annotations.map((annotation) => ({
    ...annotation,
    ...labels.get(textOf(annotation.query_id) ?? ""),
  }));
  return { ...file, annotations };
}

/** Returns: question id → label, for the questions of this file. */
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
