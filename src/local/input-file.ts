/**
 * Reads a command's input files. A message about an unreadable file names the cause, the full path,
 * and what to do. Before the message, the caller prints the path as the user typed it.
 */
import { isUtf8 } from "node:buffer";
import { createReadStream, existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Refused } from "../large-file/import-large-file.ts";
import { nearest } from "../protocol/nearest.ts";

export interface InputFile {
  /** The file's bytes, compressed or not. */
  readonly content: Buffer;
  readonly isGzip: boolean;
  /** The decompressed bytes. They are valid UTF-8 and contain more than white space. */
  readonly text: Buffer;
}

interface SizeLimit {
  readonly bytes: number;
  readonly refused: string;
}

/** Reads a text file, plain or gzip. Detects gzip from the content, not from the name. */
export async function readInput(path: string, limit?: SizeLimit): Promise<InputFile | Refused> {
  try {
    const content = await bytesOf(path, limit?.bytes);
    const isGzip = content[0] === 0x1f && content[1] === 0x8b;
    if (limit !== undefined && content.length > limit.bytes) return { refused: limit.refused };
    const options = limit === undefined ? {} : { maxOutputLength: limit.bytes };
    const text = isGzip ? await promisify(gunzip)(content, options) : content;
    const refused = binaryProblem(path, text) ?? emptyProblem(path, text);
    return refused === undefined ? { content, isGzip, text } : { refused };
  } catch (error) {
    const isTooLarge = codeOf(error) === "ERR_BUFFER_TOO_LARGE";
    return { refused: isTooLarge && limit ? limit.refused : readingProblem(path, error) };
  }
}

/**
 * Returns why the file cannot be read as text. Returns undefined if it can, even if the program in
 * it has a syntax error. Node reports such an error when it loads the file.
 */
export async function sourceProblem(path: string): Promise<string | undefined> {
  try {
    return binaryProblem(path, await bytesOf(path));
  } catch (error) {
    return readingProblem(path, error);
  }
}

/**
 * Reads at most one byte more than `maxBytes`. This byte shows that the file is too large. Without
 * this limit, reading a device such as `/dev/zero` would never end.
 */
function bytesOf(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  return buffer(createReadStream(path, { end: maxBytes }));
}

/** Returns a message that says why the path could not be read. */
export function readingProblem(path: string, error: unknown): string {
  if (path === "") return "the path is empty. Name a file; a variable of the shell may be unset.";
  const code = codeOf(error);
  if (code === "ENOENT") return missing(path);
  const known = BY_CODE[code];
  if (known !== undefined) return problem(path, ...known);
  const message = error instanceof Error ? error.message : String(error);
  if (code.startsWith("Z_")) {
    return problem(path, `its gzip data is damaged: ${message}`, "Copy or compress it again.");
  }
  return problem(
    path,
    `cannot be read: ${message}`,
    "Copy it to another place, and name the copy.",
  );
}

const BY_CODE: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOTDIR: ["a part of this path is a file, not a folder", "Correct the path."],
  EISDIR: ["this is a folder, not a file", "Name a file in it."],
  EACCES: ["permission denied", "Allow your user to read it, for example with chmod u+r."],
  EPERM: ["permission denied", "Allow this program to read it, in the settings of the system."],
  ELOOP: ["this link leads back to itself", "Correct the link, or name the file itself."],
  ENAMETOOLONG: ["the path is too long", "Name a file, not its content."],
};

/** @param what the start of a sentence that describes the error */
export function problem(path: string, what: string, remedy: string): string {
  const whole = resolve(path);
  return `${what}${whole === path ? "" : ` (${whole})`}. ${remedy}`;
}

function missing(path: string): string {
  const whole = resolve(path);
  if (lstatSync(whole, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = resolve(dirname(whole), readlinkSync(whole));
    const what = `this link leads to ${target}, which does not exist`;
    return problem(path, what, "Correct the link, or name the file itself.");
  }
  const none = "no such file or folder";
  const folder = dirname(whole);
  if (!existsSync(folder)) {
    return problem(path, none, `Correct the path: there is no folder ${firstMissing(folder)}.`);
  }
  const meant = nearest(basename(whole), namesIn(folder));
  if (meant !== undefined) return problem(path, none, `Did you mean ${join(path, "..", meant)}?`);
  return problem(
    path,
    none,
    `Correct the path: the folder ${folder} contains nothing with this name.`,
  );
}

function firstMissing(folder: string): string {
  const above = dirname(folder);
  return existsSync(above) ? folder : firstMissing(above);
}

/**
 * Returns the names in the folder, or none if the process may not list it. Even then, the process
 * may be allowed to read the folder's files.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function binaryProblem(path: string, content: Buffer): string | undefined {
  if (isUtf8(content) && !content.includes(0)) return undefined;
  return problem(path, "the file is not UTF-8 text", "Name a text file, or save it as UTF-8.");
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function emptyProblem(path: string, text: Buffer): string | undefined {
  const isBlank = text.every((byte) => byte <= 0x20 || BYTE_ORDER_MARK.includes(byte));
  if (!isBlank) return undefined;
  return problem(path, "the file is empty", "Write or export it again, then repeat the command.");
}

function codeOf(error: unknown): string {
  const { code } = Object(error);
  return typeof code === "string" ? code : "";
}
