import type { GraphHeader } from "../../graph/model.ts";

export const FILE_FIELD = "memtracebench_graph_filename";
const MAX_NAME = 100;

/**
 * Returns an object that chooses a unique file name for each graph.
 *
 * @param taken names of the files that the benchmark already has
 */
export function fileNames(taken: readonly string[]) {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return {
    /** An imported graph keeps the name of its file. Other graphs get their id as the name. */
    next: (header: Pick<GraphHeader, "id" | "metadata">): string => {
      const stem = stemOf(header);
      for (let nth = 1; ; nth++) {
        const name = nth === 1 ? `${stem}.json` : `${stem}-${nth}.json`;
        // Compare in lower case, because some file systems do not distinguish upper and lower case.
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
  // The command line and the UI skip a file that is called index.json.
  return stem.toLowerCase() === "index" ? `${stem}-1` : stem;
}

/**
 * Replaces all characters except letters, digits, `_`, `.` and `-`. The name can then contain no
 * path. A `.` or `-` at the start is removed.
 */
function plain(name: string): string {
  return name
    .replaceAll(/[^\w.-]+/g, "_")
    .replace(/^[.-]+/, "")
    .slice(0, MAX_NAME);
}
