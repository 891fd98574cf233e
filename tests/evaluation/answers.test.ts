import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const MAIN = resolve(import.meta.dirname, "../../src/evaluation/answers/main.ts");

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    const env = { ...process.env, TRACEBENCH_DIR: "" };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, err) => {
      done({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

function judgedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "judged-"));
  const trees = ["apple", "plum", "cherry", "walnut", "lemon", "olive", "maple", "cedar"];
  const lines = trees.flatMap((tree, i) =>
    ["one", "two"].map((system) => {
      const right = (i + (system === "one" ? 0 : 1)) % 2 === 0;
      const question = `What did person ${i} plant?`;
      return { system, question, gold: tree, answer: right ? `A ${tree}.` : "A rose.", right };
    }),
  );
  writeFileSync(
    join(folder, "answers.jsonl"),
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );
  return folder;
}

it("E16 the command tests each model on questions and systems on which it was not fitted", async () => {
  const folder = judgedFolder();
  const { code, out } = await run(folder, "--fit", "--misread", "1");
  expect(code).toBe(0);
  for (const line of ["as shipped", "questions left out", "one left out", "two left out"]) {
    expect(out).toMatch(new RegExp(`^${line} +\\d+ +1\\.000 +100\\.0% +100\\.0% +100\\.0%$`, "m"));
  }
  expect(out).toMatch(/ANSWER_MODEL: intercept -?\d/);
  expect(out).toContain("ANSWER_THRESHOLD = ");
});

it("E16 without judged texts, the command names the files that it needs", async () => {
  const { code, err } = await run(mkdtempSync(join(tmpdir(), "judged-")));
  expect(code).toBe(1);
  expect(err).toContain("no answers.jsonl or answerability.jsonl");
});
