import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const UI = resolve(import.meta.dirname, "../../src/ui");
/** The only files that may format figures; all other files call them. */
const WRITERS = /^text\/(time|cost)\.ts$/;
/**
 * Files whose numbers are coordinates of drawings or the size of the build, which no page shows.
 */
const NO_FIGURES = /^(findings\/trend\.tsx|vite\.config\.ts)$/;
const OWN_FORMAT = /\.(toFixed|toExponential|toPrecision|toLocaleString)\(|NumberFormat/;
/** A length or size as text: between tags, or within a template. */
const RAW_COUNT = /(?<![=(])\{[\w.?]+\.(length|size)\}/;

const files = readdirSync(UI, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !WRITERS.test(path) && !NO_FIGURES.test(path))
  .map((path) => [path, readFileSync(join(UI, path), "utf8")] as const);

const linesWith = (pattern: RegExp) =>
  files.flatMap(([path, text]) =>
    text
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );

test("U247 every file of the UI formats figures with the shared functions", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(linesWith(OWN_FORMAT)).toEqual([]);
});

test("U247 the UI shows every length in the format of counts", () => {
  expect(linesWith(RAW_COUNT)).toEqual([]);
});
