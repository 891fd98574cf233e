/** The versions of Node on this machine: the version that runs the tests, and those on the PATH. */
import { execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

export interface FoundNode {
  /** For example "v20.20.2". If `path` is undefined, a text that says which version is missing. */
  readonly version: string;
  readonly path: string | undefined;
}

/**
 * The oldest supported version. Tests on it and on the current version cover the versions between.
 */
const OLDEST_MAJOR = 20;

const folders = [
  ...(process.env.PATH ?? "").split(delimiter),
  // Also search next to npm: npm may run on an older Node than the tests, and that Node need not be
  // on the PATH.
  ...(process.env.npm_node_execpath ? [dirname(process.env.npm_node_execpath)] : []),
];
const byVersion = new Map(
  [process.execPath, ...folders.map((folder) => join(folder, "node"))].flatMap(
    (path): [string, string][] => {
      try {
        return [[execFileSync(path, ["--version"], { encoding: "utf8" }).trim(), path]];
      } catch {
        return [];
      }
    },
  ),
);
const found = [...byVersion]
  .map(([version, path]): FoundNode & { major: number } => ({
    ...{ version, path },
    major: Number(/\d+/.exec(version)?.[0]),
  }))
  .filter(({ major }) => major >= OLDEST_MAJOR);

/**
 * If the oldest version is missing, an entry says so, and its test is skipped instead of passing
 * unnoticed.
 */
export const NODES: readonly FoundNode[] = found.some(({ major }) => major === OLDEST_MAJOR)
  ? found
  : [...found, { version: `${OLDEST_MAJOR}, of which none is on the PATH`, path: undefined }];
