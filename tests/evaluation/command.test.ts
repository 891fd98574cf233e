import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildEvaluation } from "./support/built-evaluation.ts";
import { labelledFolder } from "./support/labelled-file.ts";

const MAIN = buildEvaluation();

function evaluate(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, ...args], (error, out, err) => {
      done({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

describe("npm run eval", () => {
  it("E1 the command prints a table, and writes figures and verdicts as JSON and as a page", async () => {
    const folder = labelledFolder();
    const [json, html] = [join(folder, "made.figures"), join(folder, "made.html")];
    const { code, out, err } = await evaluate(folder, "--json", json, "--html", html);
    expect(code).toBe(0);
    expect(out).toContain("2 cases of 2 files, 2 with a label");
    expect(err).toContain("2/2 files");
    const made = JSON.parse(readFileSync(json, "utf8"));
    expect(made.figures.scores.all.both.share).toBe(1);
    expect(made.verdicts).toHaveLength(2);
    expect(made.verdicts[0]).toMatchObject({
      file: join(folder, "deeper", "compressed.json.gz"),
      errorType: "ExtractionError",
      opId: "extract-10",
      reason: expect.stringContaining("blue"),
      confidence: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(readFileSync(html, "utf8")).toContain("<!doctype html>");
  });

  it("E3 the command reports a damaged file and continues with the other files", async () => {
    const folder = labelledFolder();
    writeFileSync(join(folder, "damaged.json"), "{");
    const { code, out, err } = await evaluate(folder);
    expect(code).toBe(0);
    expect(out).toContain("2 cases of 3 files");
    expect(err).toMatch(/damaged\.json: the file is not JSON: .*Export the graph again/);
  });

  it("E10 without a case, the command says why and how to export labelled cases", async () => {
    const folder = labelledFolder();
    const plain = join(folder, "plain.json");
    const { code, err } = await evaluate(plain, "--evidence", "found");
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("no case") });
    const file = JSON.parse(readFileSync(plain, "utf8"));
    file.data.annotations = [];
    const bare = join(folder, "bare.json");
    writeFileSync(bare, JSON.stringify(file));
    const empty = await evaluate(bare);
    expect(empty.code).toBe(1);
    expect(empty.err).toMatch(/bare\.json: holds no case: .*export GRAPH --labels/);
    expect((await evaluate(bare, plain)).code).toBe(0);
  });

  it("E8 errors about options and methods give the remedy", async () => {
    const folder = labelledFolder();
    const wrong = await Promise.all([
      evaluate(),
      evaluate(folder, "--evidence", "some"),
      evaluate(folder, "--reword", "2"),
      evaluate("/nowhere/at/all"),
      evaluate(folder, "--perturb", "1.5"),
    ]);
    expect(wrong.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    expect(wrong.map(({ err }) => err.split("\n")[0])).toEqual([
      "Give a file or a folder.",
      "--evidence is some; give one of given, found.",
      "--reword is 2; give a share from 0 to 1.",
      expect.stringMatching(/^\/nowhere\/at\/all: no such file/),
      "--perturb is 1.5; give a whole number, 0 or more.",
    ]);
    const agent = await evaluate(folder, "--method", "agent");
    expect(agent.code).toBe(2);
    expect(agent.err).not.toBe("");
    expect((await evaluate("--help")).out).toContain("--keep-answer");
  });
});
