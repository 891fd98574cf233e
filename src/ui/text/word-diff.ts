/** Compares two texts word by word. If there are very many words, compares them line by line. */
export interface Change {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Maximum number of cells in the comparison table. A larger table would take seconds. */
const MAX_CELLS = 4_000_000;

/** Returns null if the changed part is too long. */
export function diffTexts(before: string, after: string): Change[] | null {
  return diff(wordsOf(before), wordsOf(after)) ?? diff(linesOf(before), linesOf(after));
}

function diff(old: readonly string[], now: readonly string[]): Change[] | null {
  const head = commonHead(old, now);
  const tail = commonTail(old.slice(head), now.slice(head));
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  if (removed.length * added.length > MAX_CELLS) return null;
  return joined([
    ...now.slice(0, head).map(change("same")),
    ...diffMiddle(removed, added),
    ...now.slice(now.length - tail).map(change("same")),
  ]);
}

/**
 * Splits the text into words and other characters, each with the space before it. Joining them
 * gives the text again.
 */
const wordsOf = (text: string): string[] =>
  text.match(/\s*(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]|$)/gu)?.filter((word) => word !== "") ?? [];
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const change =
  (kind: Change["kind"]) =>
  (text: string): Change => ({ kind, text });
const equal = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.trim() === b.trim();

function commonHead(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (equal(a[length], b[length])) length += 1;
  return length;
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (equal(a[a.length - 1 - length], b[b.length - 1 - length])) length += 1;
  return length;
}

/** Compares two lists by their longest common subsequence. */
function diffMiddle(old: readonly string[], now: readonly string[]): Change[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const cell = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = equal(old[i], now[j])
        ? cell(i + 1, j + 1) + 1
        : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  const changes: Change[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (equal(old[i], now[j])) {
      changes.push({ kind: "same", text: now[j] ?? "" });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || cell(i + 1, j) >= cell(i, j + 1))) {
      changes.push({ kind: "removed", text: old[i] ?? "" });
      i += 1;
    } else {
      changes.push({ kind: "added", text: now[j] ?? "" });
      j += 1;
    }
  }
  return changes;
}

function joined(changes: readonly Change[]): Change[] {
  const result: Change[] = [];
  for (const { kind, text } of changes) {
    const last = result.at(-1);
    if (last?.kind === kind) result[result.length - 1] = { kind, text: last.text + text };
    else result.push({ kind, text });
  }
  return result;
}
