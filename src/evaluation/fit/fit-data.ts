/** Labelled verdicts with the features of their confidence: what the weights are fitted on. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Trace, trace } from "../../attribution/attribute.ts";
import { type Weighable, weighable } from "../../attribution/confidence/confidence.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import { graphFiles } from "../../local/graph-files.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { knownCase, textsOf, truthOf } from "../annotation.ts";
import { type Variation, varied } from "../perturb/variation.ts";
import { type Json, readTraceFile, withoutAnnotations } from "../trace-file.ts";

/** One labelled set in one form. */
export interface FitSet {
  readonly name: string;
  readonly path: string;
  readonly variation: Variation;
  /** What each of its verdicts counts in the fit; 0 only measures. */
  readonly weight: number;
}

export interface Verdict extends Weighable {
  readonly isRight: boolean;
}

const PLAIN: Variation = {
  ...{ evidence: "given", rename: false, reword: 0, keepAnswer: false, nameless: false },
  ...{ perturb: 0, seed: 1 },
};
const FOUND: Variation = { ...PLAIN, evidence: "found" };

/**
 * TRACEBENCH_DIR and, beside it, tracehard/dev2 and real/labelled. Written traces count less than
 * recorded ones: their faults are harder than those of real systems.
 */
export function fitSets(tracebench: string): FitSet[] {
  const beside = (path: string) => join(dirname(dirname(resolve(tracebench))), path);
  const hard = { path: beside("tracehard/dev2"), weight: 0.35 };
  const real = { path: beside("real/labelled"), weight: 1 };
  const dev = { path: tracebench, weight: 1 };
  return [
    { ...dev, name: "dev", variation: PLAIN },
    { ...dev, name: "dev, evidence found", variation: FOUND },
    { ...dev, name: "dev, renamed", variation: { ...PLAIN, rename: true } },
    { ...dev, name: "dev, reworded 0.2", variation: { ...PLAIN, reword: 0.2 } },
    { ...hard, name: "dev2", variation: PLAIN },
    { ...hard, name: "dev2, evidence found", variation: FOUND },
    { ...real, name: "real", variation: PLAIN },
    { ...real, name: "real, evidence found", variation: FOUND },
  ].filter(({ path }) => existsSync(path));
}

export async function verdictsOf({ path, variation }: FitSet): Promise<Verdict[]> {
  const labels = labelsBeside(path);
  const verdicts: Verdict[] = [];
  for (const file of graphFiles([path])) {
    const json = varied(await readTraceFile(file), variation);
    const read = readSmartcomment(withoutAnnotations(json));
    if (!read.ok) continue;
    const { graph } = read.value;
    for (const annotation of json.annotations) {
      const failed = knownCase(annotation, variation.evidence);
      const right = failed && (labels.get(keyOf(file, failed)) ?? labelIn(annotation));
      if (failed === undefined || right === undefined) continue;
      const traced = trace(graph, failed);
      const { errorType, op } = traced.attribution;
      const verdict = verdictOf(traced);
      if (errorType !== null && verdict !== undefined)
        verdicts.push({ ...verdict, isRight: right(errorType, op) });
    }
  }
  return verdicts;
}

/** Undefined where the verdict's confidence has a cause of its own. */
function verdictOf({ about, traced, attribution }: Trace): Weighable | undefined {
  if (traced !== undefined) return traced.isRetraced ? undefined : weighable(about, traced);
  return weighable(about, attribution.errorType === "JudgeError" ? "judge" : "annotation");
}

/** Whether a verdict is right; several types may be. */
type Label = (errorType: string, op: string | null) => boolean;

function labelIn(annotation: Json): Label | undefined {
  const truth = truthOf(annotation);
  if (truth === undefined) return undefined;
  const types = [truth.errorType, ...textsOf(annotation.alt_types)];
  return (errorType, op) => types.includes(errorType) && op === truth.op;
}

interface WrittenLabel {
  readonly file: string;
  readonly query_id: string;
  readonly type: string;
  readonly also: readonly string[];
  /** Per type its operations; without any, every operation is right. */
  readonly blame: Readonly<Record<string, readonly (string | null)[]>>;
}

/** The labels of a folder that are not in its files but beside it, in `FOLDER.json`. */
function labelsBeside(path: string): ReadonlyMap<string, Label> {
  if (!existsSync(`${path}.json`)) return new Map();
  const written = JSON.parse(readFileSync(`${path}.json`, "utf8")) as WrittenLabel[];
  return new Map(
    written.map(({ file, query_id, type, also, blame }) => [
      `${file} ${query_id}`,
      (errorType, op) => {
        const ops = blame[errorType] ?? [null];
        return [type, ...also].includes(errorType) && (ops.includes(null) || ops.includes(op));
      },
    ]),
  );
}

function keyOf(file: string, { queryId }: FailedCase): string {
  return `${file.split("/").slice(-2).join("/")} ${queryId}`;
}
