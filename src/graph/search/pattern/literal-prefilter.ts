/**
 * Finds a literal text that every match of a pattern contains. If a text does not contain this
 * literal, the slower pattern search is skipped.
 */
import type { PatternTree } from "./pattern-syntax.ts";

interface Required {
  /**
   * The only text that the tree can match. Absent if the tree can match several texts, or if this
   * is not known.
   */
  readonly exact?: string;
  /** The longest text that every match of the tree contains. */
  readonly text: string;
}

/**
 * A repetition such as `(ab){20}` gives the literal `abab…` only if this literal has at most this
 * number of characters. Otherwise, it gives the literal `ab`.
 */
const MAX_CHARS = 64;

/**
 * Looks for a text that every match of the pattern contains, and returns the longest that this file
 * can find; an empty text if it finds none. If `ignoreCase` is true, the text has only ASCII
 * characters, because some other letters match more characters than their upper and lower case.
 */
export function requiredText(tree: PatternTree, ignoreCase: boolean): string {
  return requiredBy(tree, ignoreCase).text;
}

function requiredBy(tree: PatternTree, ignoreCase: boolean): Required {
  switch (tree.kind) {
    case "character": {
      const literal = literalOf(tree.source);
      const isUsable = literal !== undefined && (!ignoreCase || literal.charCodeAt(0) < 128);
      return isUsable ? { exact: literal, text: literal } : { text: "" };
    }
    case "assertion":
      return { exact: "", text: "" };
    case "sequence":
      return inSequence(tree.items.map((item) => requiredBy(item, ignoreCase)));
    case "choice": {
      const [only, ...others] = tree.items;
      return only !== undefined && others.length === 0
        ? requiredBy(only, ignoreCase)
        : { text: "" };
    }
    case "repeat": {
      if (tree.min === 0) return { text: "" };
      const once = requiredBy(tree.item, ignoreCase);
      if (once.exact === undefined || once.exact.length * tree.min > MAX_CHARS) {
        return { text: once.text };
      }
      const text = once.exact.repeat(tree.min);
      return tree.max === tree.min ? { exact: text, text } : { text };
    }
  }
}

function inSequence(items: readonly Required[]): Required {
  let longest = "";
  let run = "";
  let isExact = true;
  for (const { exact, text } of items) {
    if (exact === undefined) {
      isExact = false;
      run = "";
    } else run += exact;
    for (const found of [run, text]) if (found.length > longest.length) longest = found;
  }
  return isExact ? { exact: run, text: run } : { text: longest };
}

/**
 * Returns the only character that the node matches; undefined if it matches several.
 * @param source the node's text in the pattern
 */
export function literalOf(source: string): string | undefined {
  if (/^[^\\[.]$/u.test(source)) return source;
  return /^\\[^\w]$/u.test(source) ? source.slice(1) : undefined;
}
