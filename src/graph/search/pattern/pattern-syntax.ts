/**
 * Parses a regular expression into a tree. Rejects backreferences and look-around, because they
 * cannot be matched in linear time. A node for one character keeps the text that it has in the
 * pattern, such as `\d`.
 */

export type PatternTree =
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "assertion"; readonly what: Assertion }
  | { readonly kind: "sequence"; readonly items: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly items: readonly PatternTree[] }
  | {
      readonly kind: "repeat";
      readonly item: PatternTree;
      readonly min: number;
      readonly max: number;
    };

export type Assertion = "start" | "end" | "boundary" | "no-boundary";

export interface PatternProblem {
  readonly kind: "malformed" | "unsupported" | "too-large";
  readonly message: string;
}

export class PatternError extends Error {
  readonly problem: PatternProblem;
  constructor(problem: PatternProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  "^": "start",
  $: "end",
  "\\b": "boundary",
  "\\B": "no-boundary",
};
/** Matches an escape, a class or a plain character. */
const CHARACTER =
  /\\(?:u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u.{4}|x..|c.|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./suy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?(?::|<(?![=!])[^>]*>))?/y;

/** @throws PatternError if the pattern is invalid or not supported */
export function parsePattern(source: string): PatternTree {
  try {
    new RegExp(source, "u");
  } catch (error) {
    throw new PatternError({ kind: "malformed", message: String(error) });
  }
  const { tree } = choice(source, 0, 0);
  return tree;
}

/** Maximum nesting of groups. Each level needs a stack frame, and the stack is limited. */
const MAX_DEPTH = 100;

interface Read {
  readonly tree: PatternTree;
  readonly next: number;
}

function choice(source: string, from: number, depth: number): Read {
  if (depth > MAX_DEPTH) {
    throw new PatternError({ kind: "too-large", message: "Its groups are nested too deeply." });
  }
  const items: PatternTree[] = [];
  let terms: PatternTree[] = [];
  let place = from;
  while (place < source.length && source[place] !== ")") {
    if (source[place] === "|") {
      items.push({ kind: "sequence", items: terms });
      terms = [];
      place += 1;
      continue;
    }
    const read = quantified(source, term(source, place, depth));
    terms.push(read.tree);
    place = read.next;
  }
  items.push({ kind: "sequence", items: terms });
  return { tree: { kind: "choice", items }, next: place };
}

function term(source: string, place: number, depth: number): Read {
  const group = matchAt(GROUP, source, place);
  if (group !== undefined) {
    const open = place + group[0].length;
    if (source[open] === "?") throw unsupported("Look-around and modifiers are");
    const inside = choice(source, open, depth + 1);
    return { tree: inside.tree, next: inside.next + 1 };
  }
  const text = matchAt(CHARACTER, source, place)?.[0] ?? "";
  const next = place + text.length;
  const what = ASSERTIONS[text];
  if (what !== undefined) return { tree: { kind: "assertion", what }, next };
  if (/^\\[1-9k]/.test(text)) throw unsupported("Backreferences are");
  return { tree: { kind: "character", source: text }, next };
}

function quantified(source: string, { tree, next }: Read): Read {
  const found = matchAt(QUANTIFIER, source, next);
  if (found === undefined) return { tree, next };
  const [all, sign, least = "0", comma, most] = found;
  const min = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
  const open = sign === undefined ? comma === "," && most === "" : sign !== "?";
  const closed = sign === "?" ? 1 : comma === "" ? min : Number(most);
  const max = open ? Number.POSITIVE_INFINITY : closed;
  return { tree: { kind: "repeat", item: tree, min, max }, next: next + all.length };
}

function matchAt(expression: RegExp, source: string, place: number): RegExpExecArray | undefined {
  expression.lastIndex = place;
  return expression.exec(source) ?? undefined;
}

function unsupported(what: string): PatternError {
  return new PatternError({
    kind: "unsupported",
    message: `${what} not supported: they cannot be matched in bounded time.`,
  });
}
