/** Finds the parts of a prompt that a rewrite must keep: placeholders and answer formats. */
import { fencesIn } from "./fences.ts";

export interface KeptParts {
  /** Each placeholder once, such as `{x}`, `{{x}}`, `${x}`, `{% x %}`, `%s` or `<x>`. */
  readonly placeholders: readonly string[];
  /** Fenced blocks and JSON texts. */
  readonly blocks: readonly string[];
}

const TEMPLATE =
  /\{%[^%{}\n]{1,200}%\}|\{\{[ \t]*[\w.$[\]|-]{1,100}[ \t]*\}\}|\$\{[^{}\n]{1,100}\}|(?<![{$])\{[\w.$-]{0,100}(?:[:!][^{}\n]{0,20})?\}(?!\})/g;
const FORMAT = /%(?:\(\w{1,100}\))?[sdif]\b/g;
const TAG = /<\/?[A-Za-z][\w-]{0,100}[ \t]*\/?>/g;

export function keptParts(prompt: string): KeptParts {
  const fences = fencesIn(prompt);
  const placeholders = [TEMPLATE, FORMAT, TAG].flatMap((pattern) => found(prompt, pattern));
  return {
    placeholders: [...new Set(placeholders)],
    blocks: [...new Set([...fences.blocks, ...jsonIn(fences.rest)])],
  };
}

/**
 * Describes what a rewrite broke: a part that is missing, or a new placeholder, which the app would
 * not fill in. Returns undefined if the rewrite broke nothing.
 */
export function lostParts(before: string, after: string): string | undefined {
  const { placeholders, blocks } = keptParts(before);
  const lost = placeholders.find((placeholder) => !after.includes(placeholder));
  if (lost !== undefined) return `The placeholder ${lost} is missing.`;
  const squeezed = squeeze(after);
  const block = blocks.find((part) => !squeezed.includes(squeeze(part)));
  if (block !== undefined)
    return `A part of the answer's form is missing or changed: ${cut(block)}`;
  const known = new Set([...found(before, TEMPLATE), ...found(before, FORMAT)]);
  const added = [...found(after, TEMPLATE), ...found(after, FORMAT)].find(
    (placeholder) => !known.has(placeholder),
  );
  if (added !== undefined) return `Nothing fills the new placeholder ${added}.`;
  const formats = found(before, FORMAT).filter((format) => !format.includes("("));
  const now = found(after, FORMAT).filter((format) => !format.includes("("));
  if (formats.join() !== now.join()) {
    return `${formats.join(", ")} are filled by their order, so there have to be as many, in it.`;
  }
  return newBraces(before, after);
}

/**
 * If a prompt has placeholders in braces, new JSON can break the code that fills them in. Returns a
 * sentence about JSON that a rewrite added to such a prompt; undefined if there is none.
 */
function newBraces(before: string, after: string): string | undefined {
  if (!found(before, TEMPLATE).some((placeholder) => placeholder.startsWith("{"))) return undefined;
  const known = squeeze(before);
  const added = jsonIn(after).find((json) => !known.includes(squeeze(json)));
  return added && `The prompt is filled in at braces, and new ones would break it: ${cut(added)}`;
}

function found(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? [];
}

/**
 * Returns the parts of the text in braces or brackets that look like JSON. A part inside another
 * part is not returned on its own. The JSON need not be valid: it can contain comments or
 * omissions.
 */
function jsonIn(text: string): string[] {
  const open: number[] = [];
  const pairs: { readonly start: number; readonly end: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{" || character === "[") open.push(at);
    if (character !== "}" && character !== "]") continue;
    const start = open.at(-1);
    if (start === undefined || (text[start] === "{") !== (character === "}")) continue;
    open.pop();
    pairs.push({ start, end: at + 1 });
  }
  const outermost: string[] = [];
  let reached = 0;
  for (const { start, end } of pairs.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < reached) continue;
    const json = text.slice(start, end);
    if (!/^\{\{?\s*["'][^"'\n]*["']\s*:|^\[\s*["'{[]/.test(json)) continue;
    reached = end;
    outermost.push(json);
  }
  return outermost;
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function cut(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`;
}
