/** Decides which files are memory files, and why others are skipped. */
import { isUtf8 } from "node:buffer";
import { MAX_VALUE_CHARS } from "../../protocol/limits.ts";

/** A file must not be larger than this, because the service would cut its text. */
export const MAX_FILE_BYTES = MAX_VALUE_CHARS;
const MAX_PATH_CHARS = 300;

export interface SkippedFile {
  readonly path: string;
  readonly why: string;
}

export const LINK = "a symbolic link, which may lead outside";
export const HUGE = `larger than ${MAX_FILE_BYTES / 1024} KiB`;

export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}

/** Returns why the path cannot name a unit; undefined if it can. */
export function pathProblem(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names must not contain them
  if (/[\u0000-\u001f\u007f\ufffd]/.test(path))
    return "a name with characters that are not plain text";
  return path.length > MAX_PATH_CHARS ? "a path that is too long" : undefined;
}

export function textOf(content: Buffer): { readonly text: string } | { readonly why: string } {
  if (content.length > MAX_FILE_BYTES) return { why: HUGE };
  if (content.includes(0) || !isUtf8(content)) return { why: "not UTF-8 text" };
  return { text: content.toString("utf8").replace(/^\ufeff/, "") };
}
