/**
 * Labelled traces, if they are available: set TRACEBENCH_DIR to a folder of `<system>/*.json.gz`.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { graphForCase } from "../../src/attribution/large/case-graph.ts";
import { judgeFile } from "../../src/evaluation/judge-file.ts";
import type { JudgedCase, JudgedFile } from "../../src/evaluation/judged-case.ts";
import { NO_COST } from "../../src/evaluation/methods.ts";
import { figuresOf } from "../../src/evaluation/output/figures.ts";
import type { Variation } from "../../src/evaluation/perturb/variation.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import {
  type Bounds,
  CHANGED_STEP,
  expectShares,
  flowTracer,
  judged,
  PLAIN,
  sampledFiles,
  TRACES,
} from "./support/labelled-traces.ts";

const EVIDENCE: readonly [string, Variation["evidence"], Bounds][] = [
  ["evidence given", "given", { both: 0.965, error: 0.05, sureRight: 0.98 }],
  ["evidence searched for", "found", { both: 0.905, error: 0.05, sureRight: 0.97 }],
];

const CHANGED: readonly [string, Partial<Variation>, Bounds][] = [
  [
    "every name, category and class renamed",
    { rename: true },
    { both: 0.96, error: 0.05, sureRight: 0.97 },
  ],
  [
    "every step called something else",
    { mislabel: true },
    { both: 0.96, error: 0.08, sureRight: 0.98 },
  ],
];

/**
 * Samples about one file of each system, because removing messages means that each case is judged
 * several times.
 */
const FEW = 10;

/**
 * Judges each trace with its evidence given, and with its evidence searched, on the same loaded
 * graphs.
 */
async function judgedTwice(): Promise<Record<Variation["evidence"], readonly JudgedFile[]>> {
  const attributor = await flowTracer();
  const given: JudgedFile[] = [];
  const found: JudgedFile[] = [];
  for (const path of sampledFiles()) {
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

describe.skipIf(TRACES === undefined)(
  "labelled traces (skipped if TRACEBENCH_DIR is not set)",
  () => {
    let byEvidence: Awaited<ReturnType<typeof judgedTwice>>;
    beforeAll(async () => {
      byEvidence = await judgedTwice();
    });

    it.each(EVIDENCE)(
      "A31 %s: type and operation are both right in at least the stated share",
      (_, evidence, bounds) => expectShares(byEvidence[evidence], bounds),
    );

    it.each(CHANGED)(
      "A31 with %s: type and operation are both right in at least the stated share",
      async (_, change, bounds) => expectShares(await judged(change), bounds),
    );

    it("A282 if only a part of each graph is read, 97 of 100 verdicts stay the same", async () => {
      let [same, all] = [0, 0];
      for (const path of sampledFiles(3 * CHANGED_STEP)) {
        await judgeFile(path, PLAIN, async ({ graph, failed }) => {
          const attribution = attribute(graph, failed);
          const read = atOnce(graphForCase(graph, failed, 0));
          const { errorType, op } = attribute(read.graph, failed);
          all += 1;
          if (errorType === attribution.errorType && op === attribution.op) same += 1;
          return { attribution, cost: NO_COST };
        });
      }
      expect(all).toBeGreaterThan(0);
      expect(same / all).toBeGreaterThanOrEqual(0.97);
    });

    it("A80 99 of 100 verdicts stay the same if an unrelated message is removed", async () => {
      const { steadiness } = figuresOf(await judged({ perturb: 3 }, sampledFiles(FEW)));
      expect(steadiness?.verdicts).toBeGreaterThan(0);
      expect(steadiness?.changed).toBeLessThan(0.01);
      expect(steadiness?.moved).toBeLessThan(0.01);
    });
  },
);
