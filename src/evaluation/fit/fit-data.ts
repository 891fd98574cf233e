/**
 * Collects the data for `npm run fit`, which fits the weights of the confidence. The data are
 * verdicts on labelled cases. Each verdict has the features from which its confidence is computed.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Trace, trace } from "../../attribution/attribute.ts";
import {
  type VerdictKind,
  type Weighable,
  weighable,
} from "../../attribution/confidence/confidence.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import { graphFiles } from "../../local/graph-files.ts";
import { isNamed, knownCase, truthOf } from "../annotation.ts";
import { type Variation, varied } from "../perturb/variation.ts";
import { withSeparateLabels } from "../separate-labels.ts";
import { readTraceFile, withoutAnnotations } from "../trace-file.ts";
import { caseOf, type Evidence, isRight } from "../written/score-written.ts";
import { graphOf, readWritten } from "../written/written-case.ts";

/** One data set of cases whose causes are known. */
export interface FitSet {
  readonly name: string;
  /**
   * How much each verdict of this set counts in the fit. If the weight is 0, the verdicts have no
   * effect on the fit. The command then only measures how well the fitted weights suit them.
   */
  readonly weight: number;
  /** Only verdicts of these kinds have an effect on the fit; by default, verdicts of all kinds. */
  readonly kinds?: readonly VerdictKind[];
  /** Attributes all cases of the set. */
  verdicts(): Promise<Verdict[]>;
}

/** A file or folder of labelled traces, and how the traces are changed. */
interface LabelledTraces {
  readonly path: string;
  readonly variation: Variation;
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

/** The folder of the hand-written cases for the confidence. */
const WRITTEN = "tests/evaluation/written/confidence";

/**
 * Returns the data sets that exist on this machine: TRACEBENCH_DIR, folders near it, and the
 * hand-written cases of the repository. The generated traces (tracehard/dev2) have less weight,
 * because their faults are harder to find than faults of real systems. The hand-written cases have
 * an effect only on the confidence of an AnnotationError. The other sets do not suffice for this: a
 * program made most of their wrong annotations, so most AnnotationError verdicts on them are right.
 * A set with weight 0 is measured, but has no effect on the fit. The set real/right has weight 0,
 * because all its cases have the same cause. The renamed traces have weight 0, because they contain
 * the same texts as the plain traces.
 */
export function fitSets(tracebench: string): FitSet[] {
  const sibling = (path: string) => join(dirname(dirname(resolve(tracebench))), path);
  const [hard, real] = [sibling("tracehard/dev2"), sibling("real/labelled")];
  const right = sibling("real/right");
  return [
    labelled("dev", 1, { path: tracebench, variation: PLAIN }),
    labelled("dev, evidence found", 1, { path: tracebench, variation: FOUND }),
    labelled("dev, renamed", 0, { path: tracebench, variation: { ...PLAIN, rename: true } }),
    labelled("dev, reworded 0.2", 1, { path: tracebench, variation: REWORDED }),
    labelled("dev2", 0.4, { path: hard, variation: PLAIN }),
    labelled("dev2, evidence found", 0.4, { path: hard, variation: FOUND }),
    labelled("real", 1, { path: real, variation: PLAIN }),
    labelled("real, evidence found", 1, { path: real, variation: FOUND }),
    labelled("right", 0, { path: right, variation: PLAIN }),
    labelled("right, evidence found", 0, { path: right, variation: FOUND }),
    written("hand-written", "given"),
    written("hand-written, evidence found", "found"),
  ].flat();
}

function labelled(name: string, weight: number, traces: LabelledTraces): FitSet[] {
  return existsSync(traces.path) ? [{ name, weight, verdicts: () => verdictsOf(traces) }] : [];
}

function written(name: string, evidence: Evidence): FitSet {
  const verdicts = async () => {
    const found: Verdict[] = [];
    for (const file of readdirSync(WRITTEN)) {
      for (const each of await readWritten(join(WRITTEN, file))) {
        const traced = trace(graphOf(each), caseOf(each, evidence));
        const { attribution } = traced;
        const verdict = verdictOf(traced);
        if (attribution.errorType !== null && verdict !== undefined)
          found.push({ ...verdict, system: file, isRight: isRight(attribution, each) });
      }
    }
    return found;
  };
  return { name, weight: 1, kinds: ["annotation"], verdicts };
}

async function verdictsOf({ path, variation }: LabelledTraces): Promise<Verdict[]> {
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
