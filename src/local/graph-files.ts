/** Graph files on disk: found among paths, read within the service's limit. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { MAX_GRAPH_BODY_BYTES } from "../protocol/limits.ts";
import { UsageError } from "./command-line.ts";

const MIB = 1024 * 1024;
const TOO_LARGE = `is larger than ${MAX_GRAPH_BODY_BYTES / MIB} MiB of JSON, which is as much as the service takes at once. Split it: files with the same graph_id make up one graph, and each must hold the nodes and operations that its edges and annotations name.`;

/**
 * All graph files among the paths; folders are walked in the order of their names. What inside of a
 * folder leads nowhere or may not be read is among them: reading it says so, of it alone.
 * @throws UsageError of a path that is itself not there, and where there is no file at all
 */
export function graphFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    try {
      return statSync(path).isDirectory() ? walk(path, []) : [path];
    } catch (error) {
      throw new UsageError(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  });
  if (files.length === 0) throw new UsageError(`No .json or .json.gz file in ${paths.join(", ")}.`);
  return files;
}

/** @param above real paths of the folders that this one was reached through */
function walk(folder: string, above: readonly string[]): string[] {
  const real = realpathSync(folder);
  // A link that leads back up.
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

/** An index of a data set is not a graph. */
function isGraphFile(name: string): boolean {
  return /\.json(\.gz)?$/.test(name) && name !== "index.json";
}

export function isGzip(content: Uint8Array): boolean {
  return content[0] === 0x1f && content[1] === 0x8b;
}

/** The file's content as it is sent: gzip, whatever its name says; or why it cannot be. */
export async function gzippedGraph(
  path: string,
): Promise<{ gzipped: Uint8Array<ArrayBuffer> } | { refused: string }> {
  try {
    if (statSync(path).size > MAX_GRAPH_BODY_BYTES) return { refused: TOO_LARGE };
    const content = await readFile(path);
    if (!isGzip(content)) return { gzipped: await promisify(gzip)(content) };
    await promisify(gunzip)(content, { maxOutputLength: MAX_GRAPH_BODY_BYTES });
    return { gzipped: content };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") return { refused: TOO_LARGE };
    return { refused: `cannot be read: ${error instanceof Error ? error.message : error}` };
  }
}
