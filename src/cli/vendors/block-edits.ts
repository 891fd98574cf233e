/**
 * Reconstructs the versions of a Letta block. Letta stores only the current text and the calls of
 * memory tools.
 */

export type BlockEdit =
  | { readonly kind: "append"; readonly text: string }
  | { readonly kind: "replace"; readonly old: string; readonly text: string }
  /** If `line` is undefined, inserts at the end. */
  | { readonly kind: "insert"; readonly line: number | undefined; readonly text: string }
  | { readonly kind: "rewrite"; readonly text: string }
  | { readonly kind: "delete" };

/** Returns the edit of a tool call and its block's label; undefined if the tool edits no block. */
export function editOf(
  tool: string,
  args: Readonly<Record<string, unknown>>,
): { label: string; edit: BlockEdit } | undefined {
  const text = (...names: string[]) =>
    names.map((name) => args[name]).find((value): value is string => typeof value === "string");
  const line = typeof args.insert_line === "number" ? args.insert_line : -1;
  const at = line < 0 ? undefined : line;
  const label =
    text("label", "target_block_label") ?? text("path")?.replace(/^\/?memories\//, "") ?? "";
  const old = text("old_str", "old_content", "old_string");
  const added = text("new_str", "new_content", "new_string") ?? "";
  const kind = tool === "memory" ? text("command") : tool;
  const edit: BlockEdit | undefined =
    kind === "core_memory_append"
      ? { kind: "append", text: text("content") ?? "" }
      : kind === "memory_insert" || kind === "insert"
        ? { kind: "insert", line: at, text: text("insert_text") ?? added }
        : kind === "memory_rethink" || kind === "rethink_memory"
          ? { kind: "rewrite", text: text("new_memory") ?? "" }
          : kind === "create"
            ? { kind: "rewrite", text: text("file_text") ?? "" }
            : kind === "delete"
              ? { kind: "delete" }
              : old === undefined || !/replace$/.test(kind ?? "")
                ? undefined
                : { kind: "replace", old, text: added };
  return edit === undefined || label === "" ? undefined : { label, edit };
}

/** A text is undefined if it cannot be reconstructed. */
export interface BlockTexts {
  readonly first: string | undefined;
  /** The text after each edit, in order. */
  readonly after: readonly (string | undefined)[];
}

/** @param now current text; undefined if the block was deleted */
export function blockTexts(edits: readonly BlockEdit[], now: string | undefined): BlockTexts {
  const texts: (string | undefined)[] = new Array(edits.length + 1).fill(undefined);
  texts[edits.length] = now;
  for (const [place, edit] of [...edits.entries()].reverse()) {
    const after = texts[place + 1];
    texts[place] = after === undefined ? undefined : undone(edit, after);
  }
  for (const [place, edit] of edits.entries()) {
    texts[place + 1] ??= edit.kind === "rewrite" ? edit.text : done(edit, texts[place]);
  }
  const [first, ...after] = texts;
  return { first, after };
}

function undone(edit: BlockEdit, after: string): string | undefined {
  if (edit.kind === "append") {
    const added = `\n${edit.text}`;
    return after.endsWith(added) ? after.slice(0, -added.length) : undefined;
  }
  if (edit.kind === "replace") {
    const parts = edit.text === "" ? [] : after.split(edit.text);
    return parts.length === 2 ? parts.join(edit.old) : undefined;
  }
  if (edit.kind !== "insert") return undefined;
  const lines = after.split("\n");
  const added = edit.text.split("\n");
  const start = edit.line ?? lines.length - added.length;
  const isThere = start >= 0 && added.every((line, place) => lines[start + place] === line);
  if (!isThere) return undefined;
  lines.splice(start, added.length);
  return lines.join("\n");
}

function done(edit: BlockEdit, before: string | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (edit.kind === "append") return `${before}\n${edit.text}`;
  if (edit.kind === "replace") return before.replace(edit.old, () => edit.text);
  if (edit.kind !== "insert") return undefined;
  const lines = before.split("\n");
  lines.splice(edit.line ?? lines.length, 0, ...edit.text.split("\n"));
  return lines.join("\n");
}
