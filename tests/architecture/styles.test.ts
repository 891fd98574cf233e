import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const UI = resolve(import.meta.dirname, "../../src/ui");
/**
 * Matches the style sheets that are loaded with the first page, before all others. Only these files
 * may style bare elements.
 */
const FIRST = /^(base|tokens)\.css$|^shell\/shell\.css$|^components\//;

interface Rule {
  readonly sheet: string;
  readonly selector: string;
  /** Classes of the selector's first compound, which limit where the rule applies. */
  readonly leading: readonly string[];
}

const sheets = readdirSync(UI, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".css"),
);

function rulesOf(sheet: string): Rule[] {
  const text = readFileSync(join(UI, sheet), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, selectors = ""]) => selectors.trim())
    .filter((selectors) => !selectors.startsWith("@") && !/^(from|to|\d+%)$/.test(selectors))
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/))
    .map((selector) => {
      const [first = ""] = selector.trim().split(/[\s>+~]/);
      return {
        ...{ sheet, selector: selector.trim() },
        leading: [...first.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name),
      };
    });
}

const rules = sheets.flatMap(rulesOf);

test("L12 the rules of two style sheets never begin with the same class", () => {
  const homes = new Map<string, Set<string>>();
  for (const { leading, sheet } of rules) {
    for (const name of leading) homes.set(name, (homes.get(name) ?? new Set()).add(sheet));
  }
  const shared = [...homes].filter(
    ([, where]) => [...where].filter((sheet) => !FIRST.test(sheet)).length > 0 && where.size > 1,
  );
  expect(shared.map(([name, where]) => `${name}: ${[...where].join(", ")}`)).toEqual([]);
});

test("L12 a page's style sheet has no rule for a bare element", () => {
  const bare = rules.filter(({ sheet, leading }) => leading.length === 0 && !FIRST.test(sheet));
  expect(bare.map(({ sheet, selector }) => `${sheet}: ${selector}`)).toEqual([]);
});

test("L12 a style sheet has two rules for one selector only under a condition such as a width", () => {
  const twice = sheets.flatMap((sheet) => {
    const text = readFileSync(join(UI, sheet), "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
    const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, given = ""]) => given.trim());
    return selectors
      .filter((selector, index) => selectors.indexOf(selector) < index)
      .map((selector) => `${sheet}: ${selector}`);
  });
  expect(twice).toEqual([]);
});
