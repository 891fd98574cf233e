/** Parses JSON and locates a syntax error, because the runtime's messages do not always do so. */

import { failure, type Result, success } from "../result.ts";
import { parseExact } from "./exact-json.ts";

export interface JsonFault {
  readonly message: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

type ParsedJson = Result<unknown, JsonFault>;

export function parseJson(text: string): ParsedJson {
  return parsedBy(JSON.parse, text);
}

/** The same, but numbers keep their digits; see `exact-json.ts`. */
export function parseExactJson(text: string): ParsedJson {
  return parsedBy(parseExact, text);
}

function parsedBy(parse: (text: string) => unknown, text: string): ParsedJson {
  try {
    return success(parse(text));
  } catch {
    const { offset, message } = findFault(text);
    const before = text.slice(0, offset);
    const lineStart = before.lastIndexOf("\n") + 1;
    const line = before.split("\n").length;
    return failure({ message, line, column: offset - lineStart + 1 });
  }
}

interface Fault {
  readonly offset: number;
  readonly message: string;
}

type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma";

const WRONG: Readonly<Record<Expected, string>> = {
  value: "expected a value",
  "first value": "expected a value or ]",
  name: "expected a name in double quotes",
  "first name": "expected a name in double quotes or }",
  colon: "expected a colon",
  comma: "expected a comma or the closing bracket",
};
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const NO_NUMBER = /NaN|-?Infinity/y;
const SPACE = /[\t\n\r ]*/y;

/**
 * The index where the text stops being JSON. Not recursive, because the sender chooses the nesting.
 */
function findFault(text: string): Fault {
  const closers: string[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    at = endOf(SPACE, text, at) ?? at;
    const char = text[at];
    if (char === undefined) return { offset: at, message: "the text ends too early" };
    const wrong: Fault = { offset: at, message: WRONG[expected] };
    if (expected === "comma") {
      const closer = closers.at(-1);
      if (closer === undefined) return { offset: at, message: "expected nothing after the value" };
      if (char === closer) closers.pop();
      else if (char !== ",") return wrong;
      else expected = closer === "}" ? "name" : "value";
      at += 1;
    } else if (expected === "colon") {
      if (char !== ":") return wrong;
      expected = "value";
      at += 1;
    } else if (expected.startsWith("first") && char === closers.at(-1)) {
      closers.pop();
      expected = "comma";
      at += 1;
    } else if (char === '"') {
      const end = endOfString(text, at);
      if (typeof end !== "number") return end;
      at = end;
      expected = expected.endsWith("name") ? "colon" : "comma";
    } else if (expected.endsWith("name")) {
      return wrong;
    } else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      expected = char === "{" ? "first name" : "first value";
      at += 1;
    } else {
      const end = endOf(NUMBER_OR_WORD, text, at);
      if (end === undefined) return endOf(NO_NUMBER, text, at) === undefined ? wrong : noNumber(at);
      at = end;
      expected = "comma";
    }
  }
}

function noNumber(offset: number): Fault {
  return { offset, message: "NaN and Infinity are not JSON; write null" };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The offset after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char < " ") return { offset: at, message: "a control character must be escaped" };
    if (char !== "\\") continue;
    if (!/^(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/.test(text.slice(at + 1, at + 6))) {
      const ended = at + 6 > text.length && /^u?[\dA-Fa-f]*$/.test(text.slice(at + 1));
      if (ended) break;
      return { offset: at, message: "unknown escape" };
    }
    at += 1;
  }
  return { offset: text.length, message: "the text ends within a string" };
}
