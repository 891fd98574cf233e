import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const MAIN = resolve(import.meta.dirname, "../bench/simulate/main.ts");
const folder = mkdtempSync(join(tmpdir(), "memtrace-simulate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SMALL = ["--tenants", "30"];

test("Y99 the command prints the first limit and the cost of each size, and writes the JSON", () => {
  const json = join(folder, "simulated.json");
  const sizes = ["--events-per-day", "1e6", "--events-per-day", "1e10"];
  const text = execFileSync(process.execPath, [MAIN, ...sizes, ...SMALL, "--json", json], {
    encoding: "utf8",
  });
  const { days, calibration, rules, assumed, platform } = JSON.parse(readFileSync(json, "utf8"));
  expect(days.length).toBe(2);
  for (const { played, verdict } of days) {
    expect(text).toContain(played.events.toLocaleString("en-US"));
    expect(text).toContain(verdict.met[0].what);
    expect(text).toContain(verdict.met[0].consequence);
  }
  expect(text).toContain(calibration.measured.commit.slice(0, 8));
  for (const part of [rules, assumed, platform.limits, platform.prices]) {
    expect(Object.keys(part).length).toBeGreaterThan(3);
  }
});

test("Y99 the same command prints the same text", () => {
  const run = () => execFileSync(process.execPath, [MAIN, "--events-per-day", "1e7", ...SMALL]);
  expect(run().equals(run())).toBe(true);
});

test.each([["12.5"], ["0"], ["many"], ["1e99"]])("Y99 the size %s is refused", (size) => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, "--events-per-day", size], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`--events-per-day is ${size}; give a whole number`);
});
