/** Recognises a new version of a memory unit that only leaves out entries of the old version. */
import { fieldsOf } from "../../../protocol/json/json-fields.ts";

/**
 * Whether both texts are lists, `after` has only entries of `before`, and at least one entry is
 * missing. An entry is a line or a field of a JSON object. Numbers and marks at the start of a line
 * do not count, because a list can be numbered again.
 */
export function onlyDropsEntries(before: string, after: string): boolean {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (old.size < 2 || now.size === 0 || now.size >= old.size) return false;
  return [...now].every((entry) => old.has(entry));
}

function entriesOf(text: string): ReadonlySet<string> {
  const fields = fieldsOf(text);
  if (fields !== undefined)
    return new Set(Object.entries(fields).map((entry) => JSON.stringify(entry)));
  const lines = text.split("\n").map((line) => line.replace(MARK, "").trim());
  return new Set(lines.filter((line) => line !== ""));
}

/** Matches the number or the mark at the start of a list's line. */
const MARK = /^\s*(?:\(?\d{1,4}[.):]|[-*•–])\s+/;
