/** Reads the current memory files of a folder. */
import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../local/command-line.ts";
import { readingProblem } from "../../local/input-file.ts";
import {
  HUGE,
  isMarkdown,
  LINK,
  MAX_FILE_BYTES,
  pathProblem,
  type SkippedFile,
  textOf,
} from "./memory-file.ts";
import { digestOf, type FileChange, type UnitHistory } from "./unit-history.ts";

export interface FolderContent {
  /** Path relative to the folder → text of the file. */
  readonly files: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
  /** Time of the latest change of any file, in milliseconds since the epoch. 0 without files. */
  readonly changedAt: number;
}

const NOT_MEMORY = new Set([".git", "node_modules"]);
const MAX_FILES = 20_000;

/** @throws UsageError if the folder cannot be read */
export async function readFolder(root: string): Promise<FolderContent> {
  const files = new Map<string, string>();
  const skipped: SkippedFile[] = [];
  let changedAt = 0;
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
      if (folder === "") throw new UsageError(`${root}: ${readingProblem(root, error)}`);
      return [];
    });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NOT_MEMORY.has(entry.name)) await visit(path);
      if (!isMarkdown(entry.name) || entry.isDirectory()) continue;
      const read = await readFile(root, path);
      if ("why" in read) skipped.push({ path, why: read.why });
      else if (read.text !== undefined) files.set(path, read.text);
      if (files.size > MAX_FILES)
        throw new UsageError(
          `${root}: has more than ${MAX_FILES} memory files. Name a smaller folder.`,
        );
      if ("at" in read) changedAt = Math.max(changedAt, read.at);
    }
  };
  await visit("");
  return { files, skipped, changedAt };
}

type ReadFile =
  | { readonly why: string }
  /** `text` is undefined if the file no longer exists. */
  | { readonly text: string | undefined; readonly at: number };

async function readFile(root: string, path: string): Promise<ReadFile> {
  const problem = pathProblem(path);
  if (problem !== undefined) return { why: problem };
  const whole = join(root, path);
  try {
    const { size, mtimeMs } = await lstat(whole);
    if (size > MAX_FILE_BYTES) return { why: HUGE };
    // Another program can replace the file by a link or a pipe between `lstat` and `open`. So do
    // not follow a link, and do not wait until somebody writes to a pipe.
    const handle = await open(
      whole,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      if (!(await handle.stat()).isFile()) return { why: "not a file" };
      const read = textOf(await handle.readFile());
      return "why" in read ? read : { text: read.text, at: Math.floor(mtimeMs) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = Object(error);
    if (code === "ENOENT") return { text: undefined, at: 0 };
    return { why: code === "ELOOP" ? LINK : `cannot be read (${code})` };
  }
}

/**
 * Compares the folder with the latest state in the history, and returns the changes. If a file is
 * gone and a new file has the same text, this is one renamed file.
 */
export function changesSince(history: UnitHistory, { files }: FolderContent): FileChange[] {
  const gone = new Map<string, string>();
  for (const [path, { digest }] of history.files) if (!files.has(path)) gone.set(path, digest);
  const changes: FileChange[] = [];
  for (const [path, text] of files) {
    const before = history.files.get(path);
    const digest = digestOf(text);
    if (before?.digest === digest) continue;
    const isEmpty = text.trim() === "";
    const from = before || isEmpty ? undefined : [...gone].find(([, old]) => old === digest)?.[0];
    if (from === undefined) changes.push({ kind: "write", path, text });
    else {
      gone.delete(from);
      changes.push({ kind: "rename", path, from, text });
    }
  }
  for (const path of gone.keys()) changes.push({ kind: "delete", path });
  return changes;
}
