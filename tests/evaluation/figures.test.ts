import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../../src/evaluation/judge-file.ts";
import { attributorOf } from "../../src/evaluation/methods.ts";
import { figuresOf } from "../../src/evaluation/output/figures.ts";
import { htmlPage } from "../../src/evaluation/output/page.ts";
import { asText, sectionsOf } from "../../src/evaluation/output/table.ts";
import type { Variation } from "../../src/evaluation/perturb/variation.ts";
import { graphFiles } from "../../src/local/graph-files.ts";
import { calibrationOf } from "../../src/statistics/calibration.ts";
import { wilson } from "../../src/statistics/wilson.ts";
import { labelledFolder } from "./support/labelled-file.ts";

const PLAIN: Variation = {
  evidence: "given",
  withoutExpected: false,
  rename: false,
  mislabel: false,
  reword: 0,
  keepAnswer: false,
  nameless: false,
  perturb: 0,
  seed: 1,
};

function judged(change: Record<string, unknown> = {}, variation = PLAIN) {
  return judgedIn(labelledFolder(change), variation);
}

async function judgedIn(folder: string, variation = PLAIN) {
  const flow = await attributorOf({ method: "flow" });
  if ("missing" in flow) throw new Error(flow.missing);
  return Promise.all(
    graphFiles([folder]).map((path) => judgeFile(path, variation, flow.attributor)),
  );
}

describe("the evaluation", () => {
  it("E1 the evaluation attributes each case of plain and compressed files at any depth, and skips an index", async () => {
    const files = await judged();
    expect(files.map((file) => file.cases.length)).toEqual([1, 1]);
    const { scores, recall } = figuresOf(files);
    expect(scores?.accuracy.all).toEqual({
      cases: 2,
      undecided: 0,
      errorType: 1,
      operation: 1,
      both: 1,
    });
    expect(recall.at(-1)).toMatchObject({ micro: 1, macro: 1 });
  });

  it("E12 the evaluation says how many verdicts change without an unrelated message", async () => {
    const files = await judged({}, { ...PLAIN, perturb: 3 });
    expect(figuresOf(files).steadiness).toEqual({ verdicts: 6, changed: 0, moved: 0 });
    expect(figuresOf(await judged()).steadiness).toBeNull();
    expect(sectionsOf(figuresOf(files)).map(({ title }) => title)).toContain(
      "Without an unrelated message, in percent",
    );
  });

  it("E2 other labels change no verdict", async () => {
    const verdicts = async (change: Record<string, unknown>) =>
      (await judged(change)).flatMap((f) => f.cases.map((c) => [c.attribution, c.queryId]));
    const wrong = {
      final_error_type: "DeletionError",
      final_op_id: "nowhere",
      final_edge_id: "nowhere",
      reason: "blame search",
    };
    expect(await verdicts(wrong)).toEqual(await verdicts({}));
  });

  it("E2 the attributor gets evidence only on request", async () => {
    const found = await judged({}, { ...PLAIN, evidence: "found" });
    expect(found.flatMap((f) => f.cases.map((c) => c.attribution.evidenceFound))).toEqual([
      true,
      true,
    ]);
  });

  it("A135 with --without-expected, the expected answers change no verdict", async () => {
    const withoutExpected = { ...PLAIN, evidence: "found", withoutExpected: true } as const;
    const verdicts = async (change: Record<string, unknown>) =>
      (await judged(change, withoutExpected)).flatMap((f) => f.cases.map((c) => c.attribution));
    const plain = await verdicts({});
    expect(await verdicts({ golden_answers: ["a zebra"] })).toEqual(plain);
    expect(plain).toMatchObject([{ inferred: [{}] }, { inferred: [{}] }]);
  });

  it("E3 cases of a file without labels have verdicts and no scores", async () => {
    const figures = figuresOf(await judged({ final_error_type: null, final_op_id: null }));
    expect(figures).toMatchObject({ cases: 2, labelled: 0, scores: null });
  });

  it("E3 the evaluation reports an annotation without a question and still reads the file", async () => {
    const [file] = await judged({ query: null });
    expect(file?.refused).toEqual(["data.annotations[0] names no query or no prediction"]);
  });

  it("E11 the evaluation reports an invalid label, and its case gets a verdict but no score", async () => {
    const labels: [object, RegExp][] = [
      [
        { final_error_type: "updateerror" },
        /final_error_type is "updateerror", and must be one of Extr/,
      ],
      [{ final_error_type: 7 }, /final_error_type is 7, and must be one of /],
      [{ final_op_id: "nowhere" }, /final_op_id is "nowhere", and the file has no operation/],
      [{ final_op_id: 7 }, /final_op_id is 7, and the file has no operation/],
    ];
    for (const [label, told] of labels) {
      const files = await judged({ ...label });
      expect(files[0]?.refused[0]).toMatch(told);
      expect(files[0]?.refused[0]).toMatch(/^data\.annotations\[0\]\..*not scored$/);
      expect(figuresOf(files)).toMatchObject({ cases: 2, labelled: 0, scores: null });
    }
    const fine = [{}, { final_error_type: null, final_op_id: null }, { final_op_id: null }];
    for (const label of fine) {
      expect((await judged(label)).flatMap(({ refused }) => refused)).toEqual([]);
    }
  });

  it("E17 another cause that the label allows counts as right, in the file or beside its folder", async () => {
    const wrong = { final_error_type: "RetrievalError", final_op_id: "answer" };
    const share = async (change: Record<string, unknown>) =>
      figuresOf(await judged({ ...wrong, ...change })).scores?.accuracy.all.both;
    expect(await share({})).toBe(0);
    expect(await share({ alt_types: ["ExtractionError"] })).toBe(0);
    expect(await share({ alt_types: ["ExtractionError"], final_op_id: "extract-10" })).toBe(1);
    const allowed = { also: ["ExtractionError"], blame: { ExtractionError: ["extract-10"] } };
    expect(await share(allowed)).toBe(1);
    const folder = labelledFolder(wrong);
    const query_id = (await judgedIn(folder))[0]?.cases[0]?.queryId;
    const label = { file: "plain.json", query_id, ...allowed };
    writeFileSync(`${folder}.json`, JSON.stringify([label]));
    const figures = figuresOf(await judgedIn(folder));
    expect(figures.scores?.accuracy.all.both).toBe(0.5);
    expect(figures.scores?.calibration.bins.reduce((sum, bin) => sum + bin.cases, 0)).toBe(2);
  });

  it("E4 a renamed file keeps the ids that the file uses for its questions", async () => {
    const ids = async (rename: boolean) =>
      (await judged({}, { ...PLAIN, rename })).flatMap((f) => f.cases.map((c) => c.queryId));
    expect(await ids(true)).toEqual(await ids(false));
  });

  it("E9 the page escapes every text of a file", async () => {
    const files = await judged({ query: "<img src=x onerror=alert(1)>" });
    const page = htmlPage("npm run eval", sectionsOf(figuresOf(files)), files);
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).not.toContain("<img");
  });
});

describe("an undecided verdict", () => {
  it("E14 an undecided verdict counts as wrong and has no confidence", async () => {
    const said = "Ana bought a tall vase from a small pottery workshop in Porto.";
    const files = await judged({ golden_answers: [" "], prediction: said });
    const verdicts = files.flatMap((file) => file.cases.map(({ attribution }) => attribution));
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(["undecided", "undecided"]);
    const figures = figuresOf(files);
    expect(figures.scores?.accuracy.all).toEqual({
      ...{ cases: 2, undecided: 2, errorType: 0, operation: 0, both: 0 },
    });
    const { confusion, calibration } = figures.scores ?? {};
    expect(Object.values(confusion ?? {}).flatMap((row) => Object.values(row))).not.toContain(2);
    expect(calibration?.bins.every((bin) => bin.cases === 0)).toBe(true);
    const text = asText(sectionsOf(figures));
    expect(text).toMatch(/^all +2 +2 +0\.0/m);
    expect(text).not.toMatch(/NaN|undefined|null/);
    const page = htmlPage("npm run eval", sectionsOf(figures), files);
    expect(page).toContain(
      "<td>undecided</td><td></td><td></td><td>ExtractionError extract-10</td>",
    );
    expect(page).not.toContain("“”");
  });
});

describe("figures", () => {
  it("E7 Wilson's interval contains the share and gets narrower with more cases", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat({ max: 500 }), (cases, hits) => {
        const some = Math.min(hits, cases);
        const { low, high } = wilson(some, cases);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(some / cases + 1e-9);
        expect(high).toBeGreaterThanOrEqual(some / cases - 1e-9);
        const wide = wilson(some * 4, cases * 4);
        expect(wide.high - wide.low).toBeLessThan(high - low);
      }),
    );
    expect(wilson(9, 10).low).toBeCloseTo(0.596, 3);
    expect(wilson(9, 10).high).toBeCloseTo(0.982, 3);
  });

  it("E7 the calibration error weights the gap of each tenth of confidence by its size", () => {
    const claims = [
      { confidence: 0.95, right: true },
      { confidence: 0.95, right: false },
      { confidence: 0.3, right: false },
      { confidence: 0.3, right: false },
    ];
    const { error, sure } = calibrationOf(claims, 0.9);
    expect(error).toBeCloseTo((2 * 0.45 + 2 * 0.3) / 4, 10);
    expect(sure).toEqual({ from: 0.9, cases: 2, right: 0.5, share: 0.5 });
    expect(calibrationOf([], 0.9).error).toBe(0);
  });
});
