/** The versions of Node that this machine has: the tests' own, and what else is on the PATH. */
import { execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

export interface FoundNode {
  /** Such as v20.20.2; where there is none, which is missing. */
  readonly version: string;
  readonly path: string | undefined;
}

/** The oldest that is supported: what works there and in the tests' own works between. */
const OLDEST_MAJOR = 20;

const folders = [
  ...(process.env.PATH ?? "").split(delimiter),
  // That of npm itself is often an older one than the tests', and need not be on the PATH.
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

/** Without the oldest among them, an entry says so: its test is skipped, not passed untried. */
export const NODES: readonly FoundNode[] = found.some(({ major }) => major === OLDEST_MAJOR)
  ? found
  : [...found, { version: `${OLDEST_MAJOR}, of which none is on the PATH`, path: undefined }];
