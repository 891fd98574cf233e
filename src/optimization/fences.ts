/** Finds the fenced blocks of a Markdown text in one pass. */

export interface Fences {
  /** The blocks, including their fences. */
  readonly blocks: readonly string[];
  readonly rest: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** True if the line contains only the fence. Only such a line can close a block. */
  readonly isBare: boolean;
}

/** An unclosed fence counts as ordinary text. */
export function fencesIn(text: string): Fences {
  const lines = text.split("\n");
  const fences = lines.map(fenceOf);
  const closable = closableFences(fences);
  const blocks: string[] = [];
  const rest: string[] = [];
  let open: { readonly fence: Fence; readonly lines: string[] } | undefined;
  for (const [at, line] of lines.entries()) {
    const fence = fences[at];
    if (open !== undefined) {
      open.lines.push(line);
      if (fence === undefined || !closes(fence, open.fence)) continue;
      blocks.push(open.lines.join("\n").trim());
      open = undefined;
      rest.push("");
    } else if (fence !== undefined && closable[at]) {
      open = { fence, lines: [line] };
    } else {
      rest.push(line);
    }
  }
  return { blocks, rest: rest.join("\n") };
}

function fenceOf(line: string): Fence | undefined {
  const [, marks = "", after = ""] = /^[ \t]*(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
  const mark = marks.slice(0, 1);
  if (mark === "" || (mark === "`" && after.includes("`"))) return undefined;
  return { mark, length: marks.length, isBare: after.trim() === "" };
}

function closes({ mark, length, isBare }: Fence, open: Fence): boolean {
  return isBare && mark === open.mark && length >= open.length;
}

/**
 * Returns one value for each line. It is true if the line has a fence, and a later line can close
 * the block that begins there.
 */
function closableFences(fences: readonly (Fence | undefined)[]): boolean[] {
  const longest = new Map<string, number>();
  return fences
    .toReversed()
    .map((fence) => {
      if (fence === undefined) return false;
      const { mark, length, isBare } = fence;
      const later = longest.get(mark) ?? 0;
      if (isBare) longest.set(mark, Math.max(later, length));
      return later >= length;
    })
    .reverse();
}
