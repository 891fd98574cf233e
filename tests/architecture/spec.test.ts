import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const RULE = /^- \*\*([A-Z]\d+)\*\* /gm;
/** A title is the first argument of `test` or `it`, or of what `.each` and `.skipIf` return. */
const TITLE = /(?:^\s*(?:test|it)|^\s*(?:test|it)\.[\s\S]*?\))\(\s*(["`])(?<title>.*?)\1/gm;

const rules = [...readFileSync(join(ROOT, "docs/SPEC.md"), "utf8").matchAll(RULE)].map(
  ([, id]) => id ?? "",
);
const titles = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
  .flatMap((path) => {
    const text = readFileSync(join(ROOT, "tests", path), "utf8");
    return [...text.matchAll(TITLE)].map(({ groups }) => ({ path, title: groups?.title ?? "" }));
  });

describe("L specification", () => {
  test("L6 every test title begins with a rule of docs/SPEC.md", () => {
    const homeless = titles.filter(({ title }) => !rules.includes(title.split(" ")[0] ?? ""));
    expect(homeless).toEqual([]);
  });

  test("L7 every rule of docs/SPEC.md stands there once and is proved by a test", () => {
    const cited = new Set(titles.map(({ title }) => title.split(" ")[0]));
    expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
    expect(rules.filter((id) => !cited.has(id))).toEqual([]);
  });
});
