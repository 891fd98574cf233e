import fc from "fast-check";
import { expect, test } from "vitest";
import { ListSplitter, UnreadableText } from "../../src/large-file/list-splitter.ts";

/** Adds the text in chunks. Each number is the share of the text at which a chunk ends. */
function split(text: string, ends: readonly number[]): { value: unknown; nulls: number } {
  const bytes = Buffer.from(text);
  const places = ends.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
  const splitter = new ListSplitter();
  let from = 0;
  for (const to of [...places, bytes.length]) {
    splitter.add(bytes.subarray(from, to));
    from = to;
  }
  return { value: splitter.end(), nulls: splitter.nulls };
}

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", ":", "é", "犬", "\n") }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.constant(null),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(text, tie("value"), { maxKeys: 3 }),
}));
const file = fc.dictionary(
  text,
  fc.oneof(value, fc.dictionary(text, fc.oneof(value, fc.array(value)))),
);
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

test("K63 splitting a file into list items gives the same JSON, however the file's text is divided", () => {
  fc.assert(
    fc.property(file, fc.constantFrom(undefined, 1, "\t"), shares, (content, indent, ends) => {
      const written = JSON.stringify(content, null, indent);
      expect(split(written, ends).value).toEqual(JSON.parse(written));
    }),
    { numRuns: 500 },
  );
});

test("K63 NaN becomes null and is counted; a string that contains NaN does not change", () => {
  const written = '{"data":{"nodes":[{"score":NaN,"value":"NaN"},{"score":-Infinity}]}}';
  expect(split(written, [0.4])).toEqual({
    value: { data: { nodes: [{ score: null, value: "NaN" }, { score: null }] } },
    nulls: 2,
  });
});

test.each([
  ['{"data":{"nodes":[{"a":1},{"a":]}}', "nodes[1]: expected a value"],
  ['{"data":{"nodes":[1,,2]}}', "nodes[1]: "],
  ['{"data":{"nodes":[1,2', "the file ends in the middle."],
  ['{"data":{"nodes":["a]}}', "the file ends in the middle."],
  ['{"data" {"nodes":[1]}}', "the file: expected a colon"],
  ["   ", "the file: the text ends too early"],
])("K63 %s is refused, and the error gives the place", (written, message) => {
  expect(() => split(written, [0.5])).toThrow(UnreadableText);
  expect(() => split(written, [0.5])).toThrow(message);
});

test("K63 text that is not UTF-8 is refused, and the error gives the place", () => {
  const splitter = new ListSplitter();
  const bytes = Buffer.from('{"data":{"nodes":["dog"]}}');
  bytes[bytes.indexOf("dog")] = 0xff;
  expect(() => splitter.add(bytes)).toThrow("nodes[0]: the text is not UTF-8");
});
