/**
 * Reads labels from FOLDER.json next to a folder instead of from the files in the folder. A label
 * names its case by the path of the file within the folder and by the id of the question. A label
 * lists other right causes (`also`), and for each type the operations that may be blamed (`blame`).
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { type Json, recordOf, type TraceJson, textOf } from "./trace-file.ts";

/** Number of parent folders next to which a label file may be. */
const DEPTH = 3;

/** Adds labels to the annotations of the file. The labels come from the label files of its path. */
export function withSeparateLabels(path: string, file: TraceJson): TraceJson {
  const labels = labelsOf(resolve(path));
  if (labels.size === 0) return file;
  const annotations = file.annotations.map((annotation) => ({
    ...annotation,
    ...labels.get(textOf(annotation.query_id) ?? ""),
  }));
  return { ...file, annotations };
}

/** Maps the id of a question in this file to its label. */
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
