import { expect, test } from "vitest";
import { readDatasetItems } from "../../src/protocol/json/dataset-items.ts";

test("Y1 the cost of a CSV row depends on its own fields, not on the columns of the first row", () => {
  const text = (columns: number, rows: number) =>
    `question${",expected".repeat(columns)}\n${"a\n".repeat(rows)}`;
  const read = readDatasetItems(text(200_000, 9_000), "csv");
  if (!read.ok) throw new Error(read.fault.kind);
  expect(read.value.items).toHaveLength(9_000);
  expect(read.value.items.every(({ item }) => item.expected.length === 0)).toBe(true);
});

test("Y1 only the item is rejected if one of its fields has too many answers", () => {
  const answers = JSON.stringify(Array.from({ length: 200_000 }, () => 1));
  const read = readDatasetItems(`question,expected\na,"${answers}"\nb,x\n`, "csv");
  if (!read.ok) throw new Error(read.fault.kind);
  expect(read.value.rejected).toMatchObject([{ index: 0 }]);
  expect(read.value.items).toMatchObject([{ item: { question: "b", expected: ["x"] } }]);
});

test("H280 only the item is rejected if many of its answers are wrong; the error names field and maximum", () => {
  const wrong = { question: "a", expected: Array.from({ length: 300_000 }, () => ({})) };
  const items = [wrong, { question: "b", expected: ["x"] }];
  const read = readDatasetItems(JSON.stringify(items), "json");
  if (!read.ok) throw new Error(read.fault.kind);
  expect(read.value.items).toMatchObject([{ item: { question: "b" } }]);
  expect(read.value.rejected[0]?.message).toMatch(/^expected: must be .*list of up to 20 texts/);
});
