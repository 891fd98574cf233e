/**
 * Splits a text into statements. In a prompt, each line is a statement, without its list marker. In
 * JSON, each text value is a statement. Statements show how information flows between spans. For
 * example, one span returns a memory unit, and the prompt in another span has the unit's text as
 * one line. Both spans then have an equal statement, so the unit reached the prompt.
 */
import { parsed } from "../encoding/attributes.ts";

/** Minimum number of characters of a statement. Shorter texts can be equal by chance. */
export const MIN_KNOWN_CHARS = 8;
/** Maximum number of statements of a text. Further statements are ignored. */
const MAX_PIECES = 100;
const MAX_DEPTH = 16;
/** Matches a list marker before a statement, such as `- `, `* `, `3. `, `[2] ` or `> `. */
const MARKER = /^(?:[-*•>]|\(?\d{1,3}[.):\]]|\[[^\]]{1,40}\])\s+/;
/** Matches a label before a statement, such as `Memory:`, `User said:` or `2024-05-01 10:00:`. */
const LABEL = /^[\p{L}\d][\p{L}\d _#/-]{0,30}:\s+/u;
const FENCE_OPENING = /^```\w*[^\S\n]*\n/;
const FENCE_END = "\n```";

/** Returns each statement once, in order. A statement that is the whole text is left out. */
export function piecesOf(text: string): string[] {
  const whole = text.trim();
  const found = new Set<string>();
  collect(whole, found, 0);
  found.delete(whole);
  return [...found].slice(0, MAX_PIECES);
}

function collect(text: string, found: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH || found.size > MAX_PIECES) return;
  const data = parsed(withoutFence(text));
  if (data !== undefined) {
    for (const leaf of leavesOf(data, 0)) collect(leaf.trim(), found, depth + 1);
    return;
  }
  for (const line of text.split("\n")) {
    const bare = line.trim().replace(MARKER, "").trim();
    if (bare.length < MIN_KNOWN_CHARS) continue;
    if (parsed(bare) !== undefined && bare !== text) {
      collect(bare, found, depth + 1);
      continue;
    }
    found.add(bare);
    const said = bare.replace(LABEL, "");
    if (said !== bare && said.length >= MIN_KNOWN_CHARS) found.add(said);
    if (found.size > MAX_PIECES) return;
  }
}

function withoutFence(text: string): string {
  const opening = FENCE_OPENING.exec(text)?.[0];
  const fenced = text.trimEnd();
  if (opening === undefined || !fenced.endsWith(FENCE_END)) return text;
  return fenced.slice(opening.length, -FENCE_END.length);
}

function leavesOf(data: unknown, depth: number): string[] {
  if (typeof data === "string") return [data];
  if (typeof data !== "object" || data === null || depth > MAX_DEPTH) return [];
  return Object.values(data).flatMap((inner) => leavesOf(inner, depth + 1));
}
