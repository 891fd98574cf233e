/** The time for own patterns and word lists of any size grows only with the text. */
import { expect, test } from "vitest";
import { patternFinder } from "../../src/redaction/own-pattern.ts";
import { wordFinder } from "../../src/redaction/own-words.ts";

const pattern = (source: string) => {
  const made = patternFinder({ name: "order", pattern: source });
  if (!made.ok) throw new Error(made.fault.message);
  return made.value;
};
const texts = (finder: ReturnType<typeof wordFinder>, text: string) =>
  Array.from(finder(text), ({ start, end }) => text.slice(start, end));

/** Measures processor time, because other processes must not count. */
function measured(work: () => unknown): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
const least = (rounds: number, work: () => unknown) =>
  Math.min(...Array.from({ length: rounds }, () => measured(work)));

test.each(["a|a.*b", "a|a.+.+b", "a|a(?:.|..)*b"])(
  "P49 the pattern %s reads each character at most a few times",
  (source) => {
    const finder = pattern(source);
    // In lines of one character, no match can be longer than one character.
    const [short, long] = ["a\n".repeat(20_000), "a".repeat(40_000)];
    measured(() => [...finder(long)]);
    const lines = least(3, () => [...finder(short)]);
    expect(least(3, () => [...finder(long)])).toBeLessThan(40 * Math.max(lines, 5));
  },
);

test.each([
  ["words", "a b", "a "],
  ["texts without spaces", "李明", "李"],
  ["equal beginnings of many words", "a a a a a a a a a a a a b", "a "],
])("P49 the time does not grow with the number of list entries: %s", (_, beginning, piece) => {
  const listOf = (size: number) => ({
    name: "person",
    words: Array.from({ length: size }, (_each, index) => `${beginning}${index}`),
  });
  const text = piece.repeat(10_000);
  const [short, long] = [wordFinder([listOf(10)]), wordFinder([listOf(20_000)])];
  measured(() => [...long(text)]);
  const few = least(3, () => [...short(text)]);
  // The long list has two thousand times as many entries.
  expect(least(3, () => [...long(text)])).toBeLessThan(60 * Math.max(few, 5));
});

test("P49 the time to prepare a list grows only with its length", () => {
  const words = Array.from({ length: 40_000 }, (_, index) => `a b${index}`);
  const few = least(3, () => wordFinder([{ name: "person", words: words.slice(0, 4_000) }]));
  const all = least(3, () => wordFinder([{ name: "person", words }]));
  expect(all).toBeLessThan(60 * Math.max(few, 5));
});

test("P43 if several entries match at one place, the longest one counts", () => {
  const finder = wordFinder([
    { name: "person", words: ["Ann", "Ann Lee", "Ann Lee Fox Hill", "李明", "李"] },
  ]);
  expect(texts(finder, "ANN lee fox, Ann   Lee; ann    lee 李明李明 李")).toEqual([
    ...["ANN lee", "Ann   Lee", "ann", "李明", "李明", "李"],
  ]);
});

test("P43 if several matches begin at one place, the longest one counts", () => {
  expect(texts(pattern("ab|a|abcd"), "abcd abc a")).toEqual(["abcd", "ab", "a"]);
  expect(texts(pattern("a|a.*b"), "a--b a")).toEqual(["a--b", "a"]);
});
