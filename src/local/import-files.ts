/** Sends graph files, or folders of them, to the service. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ApiClient } from "./api-client.ts";
import { UserError } from "./command-line.ts";

export interface Imported {
  readonly files: number;
  readonly events: number;
  readonly graphs: readonly string[];
  /** Cases that were opened from annotations. */
  readonly annotated: number;
  /** Files that were refused. */
  readonly refused: number;
}

export async function importFiles(
  api: ApiClient,
  paths: readonly string[],
  progress: { done(count: number, total: number): void; refused(file: string, why: string): void },
): Promise<Imported> {
  const files = paths.flatMap(graphFiles);
  if (files.length === 0) throw new UserError(`No .json or .json.gz file in ${paths.join(", ")}.`);
  const graphs: string[] = [];
  let events = 0;
  let annotated = 0;
  let refused = 0;
  for (const [index, file] of files.entries()) {
    const content = readFileSync(file);
    const answer = await api.importGraph(new Uint8Array(content), file.endsWith(".gz"));
    if ("refused" in answer) {
      refused += 1;
      progress.refused(file, answer.refused);
    } else {
      graphs.push(answer.graph);
      events += answer.events;
      annotated += answer.cases;
    }
    progress.done(index + 1, files.length);
  }
  return { files: files.length, events, graphs, annotated, refused };
}

/** An index of a data set is not a graph. */
function graphFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .flatMap((entry) => {
      if (statSync(entry).isDirectory()) return graphFiles(entry);
      const isGraph = /\.json(\.gz)?$/.test(entry) && !entry.endsWith("/index.json");
      return isGraph ? [entry] : [];
    });
}
