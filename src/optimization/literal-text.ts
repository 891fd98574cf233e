/** Removes the quotation marks that the recording added to a text. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";

/** Matches a whole text in quotation marks, with no unescaped mark inside. */
const LITERAL = /^(?:'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*")$/;
const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|\r?\n|([\s\S]))/gi;
const CONTROL: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0" };
const MAX_CODE_POINT = 0x10ffff;

/**
 * Returns the variable's text. smartcomment writes a string as a Python literal, so this function
 * removes the quotation marks of imported texts. SDK events contain the string unchanged.
 */
export function literalText({ header }: EvolutionGraph, { value, origin }: Variable): string {
  const isImported = origin !== undefined || header.origin !== undefined;
  return isImported && LITERAL.test(value) ? unescaped(value.slice(1, -1)) : value;
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (all, x?: string, u?: string, long?: string, one?: string) => {
    const hex = x ?? u ?? long;
    if (hex !== undefined) {
      const point = Number.parseInt(hex, 16);
      return point > MAX_CODE_POINT ? all : String.fromCodePoint(point);
    }
    if (one === undefined) return "";
    return CONTROL[one] ?? (/['"\\]/.test(one) ? one : all);
  });
}
