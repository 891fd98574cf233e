/**
 * Collects the data for `npm run fit`, which fits the weights of the confidence. The data are
 * verdicts on labelled cases. Each verdict has the features from which its confidence is computed.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Trace, trace } from "../../attribution/attribute.ts";
import { type Weighable, weighable } from "../../attribution/confidence/confidence.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import { graphFiles } from "../../local/graph-files.ts";
import { isNamed, knownCase, truthOf } from "../annotation.ts";
import { type Variation, varied } from "../perturb/variation.ts";
import { withSeparateLabels } from "../separate-labels.ts";
import { readTraceFile, withoutAnnotations } from "../trace-file.ts";

/** One data set of labelled traces, and how the traces are changed. */
export interface FitSet {
  readonly name: string;
  readonly path: string;
  readonly variation: Variation;
  /**
   * How much each verdict of this set counts in the fit. If the weight is 0, the verdicts have no
   * effect on the fit. The command then only measures how well the fitted weights suit them.
   */
  readonly weight: number;
}

export interface Verdict extends Weighable {
  readonly isRight: boolean;
  /** Name of the traced memory system. A system has the same name in all sets. */
  readonly system: string;
}

const PLAIN: Variation = {
  ...{
    evidence: "given",
    withoutExpected: false,
    rename: false,
    mislabel: false,
    reword: 0,
    keepAnswer: false,
    nameless: false,
  },
  ...{ perturb: 0, seed: 1 },
};
const FOUND: Variation = { ...PLAIN, evidence: "found" };
/**
 * This seed differs from the seeds of `npm run eval` and of the tests. With the same seed, the
 * evaluation and the tests would use the data on which the weights were fitted.
 */
const REWORDED: Variation = { ...PLAIN, reword: 0.2, seed: 101 };

/**
 * Returns the data sets that exist on this machine: TRACEBENCH_DIR, and folders near it. The
 * generated traces (tracehard/dev2) have less weight, because their faults are harder to find than
 * faults of real systems. A set with weight 0 is measured, but has no effect on the fit. The set
 * real/right has weight 0, because all its cases have the same cause. The renamed traces have
 * weight 0, because they contain the same texts as the plain traces.
 */
export function fitSets(tracebench: string): FitSet[] {
  const sibling = (path: string) => join(dirname(dirname(resolve(tracebench))), path);
  const hard = { path: sibling("tracehard/dev2"), weight: 0.4 };
  const real = { path: sibling("real/labelled"), weight: 1 };
  const right = { path: sibling("real/right"), weight: 0 };
  const dev = { path: tracebench, weight: 1 };
  return [
    { ...dev, name: "dev", variation: PLAIN },
    { ...dev, name: "dev, evidence found", variation: FOUND },
    { ...dev, name: "dev, renamed", variation: { ...PLAIN, rename: true }, weight: 0 },
    { ...dev, name: "dev, reworded 0.2", variation: REWORDED },
    { ...hard, name: "dev2", variation: PLAIN },
    { ...hard, name: "dev2, evidence found", variation: FOUND },
    { ...real, name: "real", variation: PLAIN },
    { ...real, name: "real, evidence found", variation: FOUND },
    { ...right, name: "right", variation: PLAIN },
    { ...right, name: "right, evidence found", variation: FOUND },
  ].filter(({ path }) => existsSync(path));
}

export async function verdictsOf({ path, variation }: FitSet): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const file of graphFiles([path])) {
    const json = varied(withSeparateLabels(file, await readTraceFile(file)), variation);
    const read = readSmartcomment(withoutAnnotations(json));
    if (!read.ok) continue;
    const { graph } = read.value;
    for (const annotation of json.annotations) {
      const failed = knownCase(annotation, variation);
      const truth = truthOf(annotation);
      if (failed === undefined || truth === undefined) continue;
      const traced = trace(graph, failed);
      const verdict = verdictOf(traced);
      if (traced.attribution.errorType !== null && verdict !== undefined)
        verdicts.push({
          ...verdict,
          system: systemOf(file),
          isRight: isNamed(truth, traced.attribution),
        });
    }
  }
  return verdicts;
}

/**
 * Returns the name of the file's folder, which is the name of the traced system. A number at the
 * end of the name is the number of a recording, so it is removed.
 */
function systemOf(file: string): string {
  return basename(dirname(file)).replace(/-\d+$/, "");
}

/**
 * Returns the features from which the confidence of the verdict is computed. Returns undefined if
 * the confidence is computed in another way.
 */
function verdictOf({ about, traced, attribution }: Trace): Weighable | undefined {
  if (traced !== undefined) return traced.isRetraced ? undefined : weighable(about, traced);
  return weighable(about, attribution.errorType === "JudgeError" ? "judge" : "annotation");
}
