import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const RULE = /^- \*\*([A-Z]\d+)\*\* /gm;
/**
 * A title is the first argument of `test` or `it`, or of the function that `.each` or `.skipIf`
 * returns.
 */
const TITLE = /(?:^\s*(?:test|it)|^\s*(?:test|it)\.[\s\S]*?\))\(\s*(["`])(?<title>.*?)\1/gm;

const rules = [...readFileSync(join(ROOT, "docs/SPEC.md"), "utf8").matchAll(RULE)].map(
  ([, id]) => id ?? "",
);
/** A Python test's title is the first line of its docstring, or empty if it has none. */
const PYTHON_TITLE =
  /^(?:async )?def test_\w+\([^)]*\)[^:]*:\n(?: {4}"""(?<title>.*?)(?:"""|\n))?/gm;

const titles = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
  .filter((path) => !path.includes("node_modules"))
  .flatMap((path) => {
    const isPython = /(?:^|\/)test_\w+\.py$/.test(path);
    if (!isPython && !path.endsWith(".test.ts")) return [];
    const text = readFileSync(join(ROOT, "tests", path), "utf8");
    const found = [...text.matchAll(isPython ? PYTHON_TITLE : TITLE)];
    return found.map(({ groups }) => ({ path, title: groups?.title ?? "" }));
  });

describe("L specification", () => {
  test("L6 every test title begins with a rule of docs/SPEC.md", () => {
    const homeless = titles.filter(({ title }) => !rules.includes(title.split(" ")[0] ?? ""));
    expect(homeless).toEqual([]);
  });

  test("L7 every rule is in docs/SPEC.md exactly once and a test proves it", () => {
    const cited = new Set(titles.map(({ title }) => title.split(" ")[0]));
    expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
    expect(rules.filter((id) => !cited.has(id))).toEqual([]);
  });
});
