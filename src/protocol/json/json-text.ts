/**
 * Parses JSON. If the text is not JSON, finds the line and the column of the error, because the
 * messages of the runtime do not always contain them.
 */

import { failure, type Result, success } from "../result.ts";
import { parseExact, withoutNaN } from "./exact-json.ts";
import { withoutDeepValues } from "./json-depth.ts";

export interface JsonFault {
  readonly message: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
}

type ParsedJson = Result<unknown, JsonFault>;

export function parseJson(text: string): ParsedJson {
  return parsedBy(JSON.parse, text);
}

/** Parses JSON like `parseJson`, but keeps the digits of numbers; see `exact-json.ts`. */
export function parseExactJson(text: string): ParsedJson {
  return parsedBy(parseExact, text);
}

/** Like `parseExactJson`, but reads NaN and Infinity as null. `nulls` counts these replacements. */
export function parseJsonWithNaN(
  text: string,
): Result<{ value: unknown; nulls: number }, JsonFault> {
  const parsed = parseExactJson(text);
  if (parsed.ok) return success({ value: parsed.value, nulls: 0 });
  const mended = withoutNaN(text);
  const again = mended.nulls > 0 ? parseExactJson(mended.text) : parsed;
  return again.ok ? success({ value: again.value, nulls: mended.nulls }) : parsed;
}

function parsedBy(parse: (text: string) => unknown, text: string): ParsedJson {
  const shallow = withoutDeepValues(text);
  // If values are nested too deeply, they are removed before parsing. Then the parser cannot check
  // their syntax, so check the syntax of the whole text here.
  const fault = shallow === undefined ? undefined : findFault(text);
  if (fault !== undefined) return failure(placed(fault, text));
  try {
    return success(parse(shallow ?? text));
  } catch {
    return failure(placed(findFault(text) ?? { offset: 0, message: "the text is not JSON" }, text));
  }
}

function placed({ offset, message }: Fault, text: string): JsonFault {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  return { message, line, column: offset - lineStart + 1 };
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
/**
 * Remembers the open brackets. A text can open millions of brackets, so each takes only one byte.
 */
class OpenBrackets {
  #closers = new Uint8Array(256);
  #count = 0;

  /** The bracket that closes the innermost open bracket; undefined if no bracket is open. */
  get closer(): "}" | "]" | undefined {
    if (this.#count === 0) return undefined;
    return this.#closers[this.#count - 1] === 1 ? "}" : "]";
  }

  open(bracket: "{" | "["): void {
    if (this.#count === this.#closers.length) {
      const larger = new Uint8Array(this.#count * 2);
      larger.set(this.#closers);
      this.#closers = larger;
    }
    this.#closers[this.#count++] = bracket === "{" ? 1 : 0;
  }

  close(): void {
    this.#count -= 1;
  }
}

/**
 * Returns where the text stops being JSON; undefined if it is JSON. The sender chooses how deep the
 * text is nested. So this function uses no recursion, which could overflow the stack.
 */
function findFault(text: string): Fault | undefined {
  const brackets = new OpenBrackets();
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const char = text[at];
    const closer = brackets.closer;
    if (char === undefined) {
      const isWhole = expected === "comma" && closer === undefined;
      return isWhole ? undefined : { offset: at, message: "the text ends too early" };
    }
    if (expected === "comma") {
      if (closer === undefined) return { offset: at, message: "expected nothing after the value" };
      if (char === closer) brackets.close();
      else if (char !== ",") return { offset: at, message: WRONG[expected] };
      else expected = closer === "}" ? "name" : "value";
      at += 1;
    } else if (expected === "colon") {
      if (char !== ":") return { offset: at, message: WRONG[expected] };
      expected = "value";
      at += 1;
    } else if (char === closer && (expected === "first value" || expected === "first name")) {
      brackets.close();
      expected = "comma";
      at += 1;
    } else if (char === '"') {
      const end = endOfString(text, at);
      if (typeof end !== "number") return end;
      at = end;
      expected = isName(expected) ? "colon" : "comma";
    } else if (isName(expected)) {
      return { offset: at, message: WRONG[expected] };
    } else if (char === "{" || char === "[") {
      brackets.open(char);
      expected = char === "{" ? "first name" : "first value";
      at += 1;
    } else {
      const end = endOf(NUMBER_OR_WORD, text, at);
      if (end === undefined) {
        const isNoNumber = endOf(NO_NUMBER, text, at) !== undefined;
        return isNoNumber ? noNumber(at) : { offset: at, message: WRONG[expected] };
      }
      at = end;
      expected = "comma";
    }
  }
}

function isName(expected: Expected): boolean {
  return expected === "name" || expected === "first name";
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function noNumber(offset: number): Fault {
  return { offset, message: "NaN and Infinity are not JSON; write null" };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Returns the offset after the closing quote of the string that opens at `start`. */
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
