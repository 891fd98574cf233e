import * as fc from "fast-check";
import { expect, test } from "vitest";
import { withoutNaN } from "../../src/protocol/json/exact-json.ts";
import { parseExactJson, parseJson } from "../../src/protocol/json/json-text.ts";
import { failure, success } from "../../src/protocol/result.ts";
import { leastProcessorMs } from "../suites/processor-time.ts";

test("P12 the parser accepts exactly the JSON that the runtime accepts, with the same value", () => {
  const text = fc.oneof(
    fc.json(),
    fc.string({
      unit: fc.constantFrom(...'{}[]:,"\\ntruefalse0123.-+eE u00/\n\t '),
      maxLength: 12,
    }),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      let expected: unknown;
      try {
        expected = success(JSON.parse(candidate));
      } catch {
        expected = failure({
          message: expect.any(String),
          line: expect.any(Number),
          column: expect.any(Number),
        });
      }
      expect(parseJson(candidate)).toEqual(expected);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["", 1, 1, "the text ends too early"],
  ["[1,", 1, 4, "the text ends too early"],
  ['{"a":', 1, 6, "the text ends too early"],
  ['"abc', 1, 5, "the text ends within a string"],
  ['"ab\\', 1, 5, "the text ends within a string"],
  ['"ab\\u00', 1, 8, "the text ends within a string"],
  ['["\\x"]', 1, 3, "unknown escape"],
  ['["a\nb"]', 1, 4, "a control character must be escaped"],
  ["{a:1}", 1, 2, "expected a name in double quotes or }"],
  ['{"a":1,}', 1, 8, "expected a name in double quotes"],
  ["[1,]", 1, 4, "expected a value"],
  ['{"a" 1}', 1, 6, "expected a colon"],
  ["[1 2]", 1, 4, "expected a comma or the closing bracket"],
  ['{"a":1]', 1, 7, "expected a comma or the closing bracket"],
  ["1 2", 1, 3, "expected nothing after the value"],
  ['{\n  "a": 1,\n  "b": undefined\n}', 3, 8, "expected a value"],
  ["[01]", 1, 3, "expected a comma or the closing bracket"],
  ["\ufeff1", 1, 1, "expected a value"],
  ["[NaN]", 1, 2, "NaN and Infinity are not JSON; write null"],
  ['{"a":-Infinity}', 1, 6, "NaN and Infinity are not JSON; write null"],
])("P13 the error about %j gives the place %i:%i and says: %s", (text, line, column, message) => {
  expect(parseJson(text)).toEqual(failure({ line, column, message }));
});

test("P13 the error gives the place of a fault at any nesting depth", () => {
  const text = `${"[".repeat(1_000_000)}x`;
  expect(parseJson(text)).toMatchObject({ fault: { column: 1_000_001 } });
});

const DEEPEST = 256;
const NESTED = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom("[", '{"a":', '["]\\"",'), fc.integer({ min: 0, max: 300 })),
      fc.tuple(
        fc.constantFrom("]", "}", "1", ",2", '"\\\\"', " "),
        fc.integer({ min: 0, max: 300 }),
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(""));

test("H283 the parser accepts a deeply nested text exactly if the runtime accepts it", () => {
  const isAccepted = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const whole = fc
    .integer({ min: 200, max: 2_000 })
    .map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`);
  fc.assert(
    fc.property(fc.oneof(NESTED, whole), (text) => {
      expect(parseJson(text).ok).toBe(isAccepted(text));
      expect(parseExactJson(text).ok).toBe(isAccepted(text));
    }),
  );
});

test("H283 a value below the deepest level becomes null, and everything else is kept", () => {
  const within = (depth: number, value: string) =>
    `${'{"a":'.repeat(depth)}${value}${"}".repeat(depth)}`;
  for (const kept of [within(DEEPEST, "1"), `[${within(DEEPEST - 1, '"}]\\"[["')},{"b":2}]`]) {
    expect(parseJson(kept)).toEqual(success(JSON.parse(kept)));
  }
  const cut = `[${within(DEEPEST, '{"a":[1]}')},12345678901234567890,{"b":[2]}]`;
  const parsed = parseExactJson(cut);
  expect(JSON.stringify(Object(parsed).value)).toBe(
    `[${within(DEEPEST - 1, "null")},12345678901234567890,{"b":[2]}]`,
  );
});

test("H283 a text of nested brackets costs less than in the runtime's parser", () => {
  const depth = 1_000_000;
  const text = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const isCheaper = () =>
    leastProcessorMs(3, () => parseJson(text)) < leastProcessorMs(3, () => JSON.parse(text));
  // Other processes may disturb some comparisons; a parser that builds every level fails each one.
  expect(Array.from({ length: 3 }).some(isCheaper)).toBe(true);
});

const anyNumber = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.tuple(fc.nat(), fc.integer({ min: 400, max: 99_999 })).map(([a, e]) => `1${a}e${e}`),
  fc.maxSafeInteger().map(String),
);
/** Any JSON, in the form in which JSON is written. */
const { value: anyJson } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    anyNumber,
    fc.oneof(fc.string(), fc.bigInt().map(String)).map((text) => JSON.stringify(text)),
    fc.constantFrom("null", "true"),
    tie("object"),
    tie("array"),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1 }), tie("value")), {
      selector: ([key]) => key,
      maxLength: 4,
    })
    .map(
      (entries) => `{${entries.map(([key, value]) => `${JSON.stringify(`k${key}`)}:${value}`)}}`,
    ),
  array: fc.array(tie("value"), { maxLength: 4 }).map((values) => `[${values}]`),
}));

test("P18 whole numbers in any JSON keep their digits", () => {
  fc.assert(
    fc.property(anyJson, (text) => {
      const parsed = parseExactJson(text);
      if ("fault" in parsed) throw new Error(parsed.fault.message);
      expect(JSON.stringify(parsed.value)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

const anyPart = fc.oneof(
  fc.constantFrom("NaN", "Infinity", "-Infinity"),
  fc
    .string({ unit: fc.constantFrom(...'aN\\"-I'), maxLength: 6 })
    .map((text) => JSON.stringify(`NaN${text}Infinity`)),
);

test("P19 exactly the unquoted words NaN and Infinity become null", () => {
  fc.assert(
    fc.property(fc.array(anyPart), (parts) => {
      const isText = (part: string) => part.startsWith('"');
      const { text, nulls } = withoutNaN(`[${parts}]`);
      expect(text).toBe(`[${parts.map((part) => (isText(part) ? part : "null"))}]`);
      expect(nulls).toBe(parts.filter((part) => !isText(part)).length);
    }),
  );
});
