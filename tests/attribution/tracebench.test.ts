/** Labelled traces, where they are at hand: set TRACEBENCH_DIR to a folder of `<system>/*.json.gz`. */
import { beforeAll, describe, expect, it } from "vitest";
import { judgeFile } from "../../src/evaluation/judge-file.ts";
import type { JudgedCase, JudgedFile } from "../../src/evaluation/judged-case.ts";
import { attributorOf } from "../../src/evaluation/methods.ts";
import { figuresOf } from "../../src/evaluation/output/figures.ts";
import type { Variation } from "../../src/evaluation/perturb/variation.ts";
import { graphFiles } from "../../src/local/graph-files.ts";

const root = process.env.TRACEBENCH_DIR;
const PLAIN: Variation = {
  evidence: "given",
  rename: false,
  mislabel: false,
  reword: 0,
  keepAnswer: false,
  nameless: false,
  perturb: 0,
  seed: 1,
};

async function flow() {
  const made = await attributorOf({ method: "flow" });
  if ("missing" in made) throw new Error(made.missing);
  return made.attributor;
}

async function judged(change: Partial<Variation>, paths: readonly string[]) {
  const files = [];
  for (const path of paths)
    files.push(await judgeFile(path, { ...PLAIN, ...change }, await flow()));
  return files;
}

/** All files with the evidence given, and with it searched for: both in graphs that are read once. */
async function judgedTwice(): Promise<Record<Variation["evidence"], readonly JudgedFile[]>> {
  const attributor = await flow();
  const given: JudgedFile[] = [];
  const found: JudgedFile[] = [];
  for (const path of everyNth(1)) {
    const searched: JudgedCase["attribution"][] = [];
    const file = await judgeFile(path, PLAIN, async (evaluated) => {
      const failed = { ...evaluated.failed, evidence: [] };
      searched.push((await attributor({ ...evaluated, failed })).attribution);
      return attributor(evaluated);
    });
    given.push(file);
    const cases = file.cases.flatMap((each, index) => {
      const attribution = searched[index];
      return attribution === undefined ? [] : { ...each, attribution };
    });
    found.push({ ...file, cases });
  }
  return { given, found };
}

/** How far the shares of a third of the files can be from those of all files. */
const SAMPLING_MARGIN = 0.02;

const EVIDENCE: readonly [string, Variation["evidence"], number][] = [
  ["evidence given", "given", 0.97],
  ["evidence searched for", "found", 0.91],
];

/** Title, change and least share, on every third file: `npm run eval` judges them all. */
const CHANGED: readonly [string, Partial<Variation>, number][] = [
  ["every name, category and class renamed", { rename: true }, 0.96],
  ["every step called something else", { mislabel: true }, 0.96],
  ["a fifth of the words replaced", { reword: 0.2 }, 0.9],
  ["45% of the words replaced, but not the answer's", { reword: 0.45, keepAnswer: true }, 0.92],
];

const everyNth = (step: number): string[] =>
  graphFiles([root ?? "."]).filter((_, index) => index % step === 0);

function expectShares(files: readonly JudgedFile[], least: number, margin: number): void {
  const { scores } = figuresOf(files);
  if (scores === null) throw new Error("no case has a label");
  const { accuracy, calibration } = scores;
  expect(accuracy.all.both).toBeGreaterThanOrEqual(least - margin);
  expect(calibration.error).toBeLessThan(0.06 + margin);
  expect(calibration.sure.right).toBeGreaterThanOrEqual(0.97 - margin);
  expect(calibration.sure.share).toBeGreaterThanOrEqual(0.7);
}

describe.skipIf(root === undefined)("labelled traces (skipped: TRACEBENCH_DIR is not set)", () => {
  let byEvidence: Awaited<ReturnType<typeof judgedTwice>>;
  beforeAll(async () => {
    byEvidence = await judgedTwice();
  }, 300_000);

  it.each(EVIDENCE)("A31 %s: both are right in at least the share stated", (_, evidence, least) => {
    expectShares(byEvidence[evidence], least, 0);
  });

  it.each(CHANGED)(
    "A31 %s: both are right in at least the share stated",
    async (_, change, least) => {
      expectShares(await judged(change, everyNth(3)), least, SAMPLING_MARGIN);
    },
    300_000,
  );

  it("A80 without an unrelated message 99 of 100 verdicts stay", async () => {
    const { steadiness } = figuresOf(await judged({ perturb: 3 }, everyNth(9)));
    expect(steadiness?.verdicts).toBeGreaterThan(0);
    expect(steadiness?.changed).toBeLessThan(0.01);
    expect(steadiness?.moved).toBeLessThan(0.01);
  }, 60_000);
});
