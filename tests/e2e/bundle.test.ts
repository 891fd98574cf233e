import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const BUILT = resolve(import.meta.dirname, "../../dist/ui");
const MAX_INITIAL_BYTES = 200 * 1024;

test("U31 the scripts of the first page have less than 200 kB", () => {
  const html = readFileSync(`${BUILT}/index.html`, "utf8");
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path);
  const bytes = scripts.map((path) => gzipSync(readFileSync(`${BUILT}${path}`)).byteLength);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_INITIAL_BYTES);
});
