/** Attributes each case of a trace file. The attributor never gets the labels. */
import { basename, dirname } from "node:path";
import { discoverCases } from "../attribution/cases/discover-cases.ts";
import { startingRanks } from "../attribution/evidence/bm25.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { readSmartcomment } from "../graph/smartcomment/import.ts";
import { UserError } from "../local/command-line.ts";
import type { FailedCase } from "../protocol/api/attribution.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import { knownCase, labelledEvidence, labelProblem, truthOf } from "./annotation.ts";
import { inParallel } from "./in-parallel.ts";
import type { Attributor, EvaluatedVerdict, JudgedCase, JudgedFile } from "./judged-case.ts";
import { ORIGINAL_ID, type Variation, varied } from "./perturb/variation.ts";
import { withoutMessage } from "./perturb/without-message.ts";
import { withSeparateLabels } from "./separate-labels.ts";
import { type Json, readTraceFile, type TraceJson, withoutAnnotations } from "./trace-file.ts";

const NO_CASE =
  "holds no case: neither data.annotations nor a judged answer; for a traced graph, memtrace export GRAPH --labels writes the cases that people labelled";

export interface JudgeOptions {
  readonly casesAtOnce: number;
  /** If true, skips cases labelled as annotation error or judge error. */
  readonly memoryErrorsOnly: boolean;
}

const ONE_BY_ONE: JudgeOptions = { casesAtOnce: 1, memoryErrorsOnly: false };

const OUTSIDE_ERRORS: readonly (ErrorType | undefined)[] = ["AnnotationError", "JudgeError"];

export async function judgeFile(
  path: string,
  variation: Variation,
  attributor: Attributor,
  { casesAtOnce, memoryErrorsOnly }: JudgeOptions = ONE_BY_ONE,
): Promise<JudgedFile> {
  const begun = performance.now();
  const refused: string[] = [];
  const nothing = (why: string) => ({ file: path, readMilliseconds: 0, cases: [], refused: [why] });
  let file: TraceJson;
  let originals: ReadonlyMap<string, string>;
  try {
    const original = withSeparateLabels(path, await readTraceFile(path));
    originals = textsById(original);
    file = varied(original, variation);
  } catch (error) {
    if (error instanceof UserError) return nothing(error.message);
    return nothing(`cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const read = readSmartcomment(withoutAnnotations(file));
  if (!read.ok) return nothing(`${read.fault.path} ${read.fault.message}`);
  const { graph } = read.value;
  const readMilliseconds = performance.now() - begun;
  const all = casesOf(graph, file, variation);
  if (all.length === 0) refused.push(NO_CASE);
  const isLeftOut = ({ annotation }: { annotation: Json }) =>
    memoryErrorsOnly && OUTSIDE_ERRORS.includes(truthOf(annotation)?.errorType);
  const found = all.filter((each) => !isLeftOut(each));
  const known = found.flatMap((each) => {
    const { failed, annotation } = each;
    const place = `data.annotations[${all.indexOf(each)}]`;
    if (failed === undefined) {
      refused.push(`${place} names no query or no prediction`);
      return [];
    }
    const problem = labelProblem(annotation, graph);
    if (problem !== undefined) {
      refused.push(`${place}.${problem}; the case gets a verdict, but is not scored`);
    }
    return [{ failed, annotation, isScored: problem === undefined }];
  });
  const judge = async ({ failed, annotation, isScored }: (typeof known)[number]) => {
    const started = performance.now();
    const { attribution, cost } = await attributor({ graph, failed, annotation, originals });
    return {
      file: path,
      system: graph.header.system ?? basename(dirname(path)),
      queryId: originalQueryId(annotation) ?? failed.queryId ?? null,
      query: failed.query,
      milliseconds: performance.now() - started,
      attribution,
      annotation: withoutOriginalId(annotation),
      truth: isScored ? truthOf(annotation) : undefined,
      evidenceRanks: startingRanks(graph, failed, labelledEvidence(annotation)),
      cost,
      perturbed: [],
    };
  };
  const cases = await inParallel(known, casesAtOnce, judge);
  const perturbed = await perturbedCases(file, found, cases, variation, { attributor, originals });
  return { file: path, readMilliseconds, cases: perturbed, refused };
}

/**
 * Chooses a random message that no case needs, and removes it from the trace. Attributes all cases
 * again on the shorter trace, and adds the new verdicts to the cases. Does this `perturb` times,
 * each time from the complete trace.
 */
async function perturbedCases(
  file: TraceJson,
  found: ReturnType<typeof casesOf>,
  cases: readonly JudgedCase[],
  { perturb, seed }: Variation,
  { attributor, originals }: { attributor: Attributor; originals: ReadonlyMap<string, string> },
): Promise<JudgedCase[]> {
  const again = cases.map((): EvaluatedVerdict[] => []);
  for (let run = 0; run < perturb; run += 1) {
    const changed = withoutMessage(file, seed, run);
    const read = changed && readSmartcomment(withoutAnnotations(changed));
    if (!read?.ok) continue;
    const { graph } = read.value;
    const asked = found.flatMap(({ failed, annotation }) =>
      failed ? [{ failed, annotation }] : [],
    );
    for (const [index, each] of asked.entries()) {
      const { attribution } = await attributor({ graph, ...each, originals });
      again[index]?.push(attribution);
    }
  }
  return cases.map((judged, index) => ({ ...judged, perturbed: again[index] ?? [] }));
}

function textsById({ nodes }: TraceJson): ReadonlyMap<string, string> {
  return new Map(
    nodes.map(({ full_node_id: id, value }): [string, string] => [String(id), String(value)]),
  );
}

function withoutOriginalId({ [ORIGINAL_ID]: _, ...annotation }: Json): Json {
  return annotation;
}

function originalQueryId(annotation: Json): string | undefined {
  const id = annotation[ORIGINAL_ID];
  return typeof id === "string" ? id : undefined;
}

/**
 * Returns the annotated cases. If the file has no annotations, returns a case for each answer that
 * the graph itself marks as wrong, for example by a verdict.
 */
function casesOf(
  graph: EvolutionGraph,
  { annotations }: TraceJson,
  variation: Variation,
): { failed: FailedCase | undefined; annotation: Json }[] {
  if (annotations.length > 0) {
    return annotations.map((annotation) => ({
      failed: knownCase(annotation, variation),
      annotation,
    }));
  }
  return discoverCases(graph).map((found) => ({
    failed: variation.evidence === "given" ? found : withoutAnswer(found, variation),
    annotation: {},
  }));
}

function withoutAnswer(found: FailedCase, { withoutExpected }: Variation): FailedCase {
  const { expectedId: _, ...rest } = { ...found, evidence: [] };
  return withoutExpected ? { ...rest, expected: [] } : { ...found, evidence: [] };
}
