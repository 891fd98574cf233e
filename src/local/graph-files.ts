import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Refused } from "../large-file/import-large-file.ts";
import { MAX_GRAPH_BODY_BYTES } from "../protocol/limits.ts";
import { UsageError } from "./command-line.ts";
import { problem, readInput, readingProblem } from "./input-file.ts";

/**
 * The message for a large pipe or device. A large file is read twice and sent in parts. A pipe
 * cannot be read twice, and some pipes never end.
 */
const TOO_LARGE = `has more than ${MAX_GRAPH_BODY_BYTES / (1024 * 1024)} MiB of JSON, which only a regular file may have. Save it as a file, and name that file.`;

/**
 * Returns the named files, and all graph files in the named folders, sorted by name within each
 * folder. A broken link or a folder that cannot be read is returned too. The caller gets an error
 * when it reads such a path, but can still read all other files.
 * @throws UsageError if a path does not exist, or if no path contains a graph file
 */
export function graphFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    try {
      return statSync(path).isDirectory() ? walk(path, []) : [path];
    } catch (error) {
      throw new UsageError(`${path || '""'}: ${readingProblem(path, error)}`);
    }
  });
  if (files.length === 0) throw new UsageError(paths.map(withoutGraph).join("\n"));
  return files;
}

function withoutGraph(folder: string): string {
  const what = "no file in this folder ends in .json or .json.gz (index.json does not count)";
  return `${folder}: ${problem(folder, what, "Name another folder, or the file itself.")}`;
}

/** @param above real paths of the folders that contain this folder */
function walk(folder: string, above: readonly string[]): string[] {
  const real = realpathSync(folder);
  // This folder is a link to one of its parent folders. Following the link would never end.
  if (above.includes(real)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!isFolder(entry, path)) return isGraphFile(entry.name) ? [path] : [];
      try {
        return walk(path, [...above, real]);
      } catch {
        return [path];
      }
    });
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The file `index.json` of a data set is no graph, although its name ends like that of a graph. */
function isGraphFile(name: string): boolean {
  return /\.json(\.gz)?$/.test(name) && name !== "index.json";
}

/**
 * Returns the content of the file as gzip, or the reason why it cannot be sent. If the file is too
 * large for one request, returns `isLarge`, and the file must be sent in parts.
 */
export async function gzippedGraph(
  path: string,
): Promise<{ gzipped: Uint8Array<ArrayBuffer> } | { isLarge: true } | Refused> {
  const read = await readInput(path, { bytes: MAX_GRAPH_BODY_BYTES, refused: TOO_LARGE });
  if ("refused" in read)
    return read.refused === TOO_LARGE && statSync(path).isFile() ? { isLarge: true } : read;
  return { gzipped: read.isGzip ? new Uint8Array(read.content) : await promisify(gzip)(read.text) };
}
