/** Chooses unique names for the files of a benchmark. */
import type { GraphHeader } from "../../graph/model.ts";

/** Name of the metadata field in which MemTraceBench stores the name of a graph's file. */
export const FILE_FIELD = "memtracebench_graph_filename";
const MAX_NAME = 100;

/**
 * Returns a function that chooses the next file's name.
 * @param taken names of the benchmark's existing files
 */
export function fileNames(taken: readonly string[]) {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return {
    /**
     * Names the file of an imported graph like the imported file, and other files after the graph's
     * id.
     */
    next: (header: Pick<GraphHeader, "id" | "metadata">): string => {
      const stem = stemOf(header);
      for (let nth = 1; ; nth++) {
        const name = nth === 1 ? `${stem}.json` : `${stem}-${nth}.json`;
        // Compare in lower case: some file systems do not distinguish upper and lower case.
        if (used.has(name.toLowerCase())) continue;
        used.add(name.toLowerCase());
        return name;
      }
    },
  };
}

function stemOf({ id, metadata }: Pick<GraphHeader, "id" | "metadata">): string {
  const given = metadata?.[FILE_FIELD];
  const name = typeof given === "string" ? (given.split(/[\\/]/).at(-1) ?? "") : "";
  const stem = plain(name.replace(/\.json(\.gz)?$/i, "")) || plain(id) || "graph";
  // Avoid the name index.json, because the command line and the UI skip files with this name.
  return stem.toLowerCase() === "index" ? `${stem}-1` : stem;
}

/** Keeps letters, digits and a few signs, so that the name contains no path and is not hidden. */
function plain(name: string): string {
  return name
    .replaceAll(/[^\w.-]+/g, "_")
    .replace(/^[.-]+/, "")
    .slice(0, MAX_NAME);
}
