/** Splits a text into segments to highlight, without parsing it as HTML. */
export type Tone = "lost" | "kept";

export interface Segment {
  readonly text: string;
  /** Index of the first character in the text. */
  readonly start: number;
  readonly tone: Tone | null;
}

export interface Marks {
  readonly lost?: readonly string[];
  readonly kept?: readonly string[];
}

/** Matches a word, white space, or one other character. */
const TOKEN = /[\p{L}\p{M}\p{N}]+|\s+|./gsu;
const IS_WORD = /^[\p{L}\p{M}\p{N}]/u;

/**
 * Marks with more tokens are ignored, because searching for them in a long text could take seconds.
 */
const MAX_MARK_TOKENS = 1_000;

/**
 * Finds the marks in the text, but only as whole words. Letter case and the kind of white space do
 * not matter. If several marks start at the same word, the longest one is used. The marks come from
 * traces and can contain anything, so this function does not make regular expressions from them.
 */
export function markWords(text: string, marks: Marks): Segment[] {
  const tree = treeOf(marks);
  if (tree.next.size === 0) return [{ text, start: 0, tone: null }];
  const tokens = text.match(TOKEN) ?? [];
  const keys = tokens.map(keyOf);
  const segments: Segment[] = [];
  let plain = "";
  let start = 0;
  const add = (part: string, tone: Tone | null) => {
    if (part !== "") segments.push({ text: part, start, tone });
    start += part.length;
  };
  for (let at = 0; at < tokens.length; ) {
    const { end, tone } = longestMark(tree, keys, at);
    if (tone === null) plain += tokens[at];
    else {
      add(plain, null);
      plain = "";
      add(tokens.slice(at, end).join(""), tone);
    }
    at = end;
  }
  add(plain, null);
  return segments;
}

/**
 * All marks as a tree. Each step down the tree is one more token of a mark. Marks that start with
 * the same tokens share nodes, for example "red car" and "red bike". A node with a `tone` is the
 * end of a mark.
 */
interface MarkTree {
  readonly next: Map<string, MarkTree>;
  tone: Tone | null;
}

const emptyTree = (): MarkTree => ({ next: new Map(), tone: null });

function treeOf({ lost = [], kept = [] }: Marks): MarkTree {
  const root = emptyTree();
  const put = (mark: string, tone: Tone) => {
    const tokens = mark.trim().match(TOKEN) ?? [];
    if (tokens.length === 0 || tokens.length > MAX_MARK_TOKENS) return;
    let tree = root;
    for (const key of tokens.map(keyOf)) {
      const known = tree.next.get(key) ?? emptyTree();
      tree.next.set(key, known);
      tree = known;
    }
    tree.tone = tone;
  };
  for (const mark of kept) put(mark, "kept");
  for (const mark of lost) put(mark, "lost");
  return root;
}

const keyOf = (token: string): string => (token.trim() === "" ? " " : token.toLowerCase());
const isWord = (key: string | undefined): boolean => key !== undefined && IS_WORD.test(key);

/**
 * Finds the longest mark that starts at `at`, and returns the index after it. If no mark starts
 * there, returns the index of the next token.
 */
function longestMark(root: MarkTree, keys: readonly string[], at: number) {
  let found: { end: number; tone: Tone | null } = { end: at + 1, tone: null };
  if (isWord(keys[at - 1])) return found;
  let tree: MarkTree | undefined = root;
  for (let end = at; tree !== undefined; end += 1) {
    if (tree.tone !== null && !isWord(keys[end])) found = { end, tone: tree.tone };
    tree = tree.next.get(keys[end] ?? "");
  }
  return found;
}
