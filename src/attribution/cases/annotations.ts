import * as z from "zod";
import type { EvolutionGraph, Records } from "../../graph/evolution-graph.ts";
import type { Damage } from "../../graph/smartcomment/record-fields.ts";
import type { Label } from "../../protocol/api/annotation/labels.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { listOf } from "../../protocol/bounded-inputs.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { isExactNumber, type RawJson } from "../../protocol/json/exact-json.ts";
import { MAX_EVIDENCE, MAX_EXPECTED, MAX_LABEL_CAUSES } from "../../protocol/limits.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { type DiscoveredCase, discovered } from "./discover-cases.ts";
import { locateAnswer } from "./find-query-and-answer.ts";
import { type Cause, furtherCauses, readErrorType } from "./label-causes.ts";
import { readDetails } from "./label-details.ts";

export interface AnnotatedCase extends DiscoveredCase {
  /** Null if the annotation names no error type. */
  readonly label: Label | null;
  /** The whole annotation from the file, with fields that MemTrace does not know. */
  readonly annotation: Readonly<Record<string, unknown>>;
}

const Answer = z.union([
  z.string(),
  z.number().transform(String),
  z.custom<RawJson>(isExactNumber).transform(({ rawJSON }) => rawJSON),
]);
const Annotation = z.object({
  query_id: z.string().nullish(),
  query: z.string().min(1),
  golden_answers: z.preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    listOf(Answer, MAX_EXPECTED),
  ),
  golden_answers_id: z.string().nullish(),
  prediction: z.string(),
  prediction_id: z.string().nullish(),
  source_evidence_ids: listOf(z.string(), MAX_EVIDENCE).nullish(),
  judge_response: z.string().nullish(),
  final_error_type: z
    .string()
    .transform((name) => readErrorType(name) ?? name)
    .pipe(z.enum(ERROR_TYPES))
    .nullish(),
  final_op_id: z.string().nullish(),
  final_edge_id: z.string().nullish(),
  reason: z.string().nullish(),
  ...{ alt_types: z.unknown().optional(), also: z.unknown().optional() },
  blame: z.unknown().optional(),
});

/**
 * Reads all annotations. For a malformed one, returns an error with the path of the wrong field.
 */
export function casesOfAnnotations(
  graph: EvolutionGraph,
  annotations: readonly Readonly<Record<string, unknown>>[],
): Result<AnnotatedCase[], Damage> {
  const cases: AnnotatedCase[] = [];
  for (const [index, annotation] of annotations.entries()) {
    const path = `data.annotations[${index}]`;
    const read = Annotation.safeParse(annotation);
    if (!read.success) {
      const issue = read.error.issues[0];
      const place = issue?.path
        .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
        .join("");
      const message = issue?.message ?? "is malformed";
      return failure({ path: `${path}${place ?? ""}`, message });
    }
    const dangling = danglingId(graph, read.data);
    if (dangling !== undefined) return failure({ ...dangling, path: `${path}.${dangling.path}` });
    cases.push(annotatedCase(graph, read.data, annotation));
  }
  return success(cases);
}

type Read = z.infer<typeof Annotation>;

function danglingId(graph: EvolutionGraph, read: Read): Damage | undefined {
  const ids: [string, string | null | undefined, Pick<Records<unknown>, "has">][] = [
    ["query_id", read.query_id, graph.variables],
    ["prediction_id", read.prediction_id, graph.variables],
    ["golden_answers_id", read.golden_answers_id, graph.variables],
    ["final_op_id", read.final_op_id, graph.operations],
    ["final_edge_id", read.final_edge_id, graph.links],
    ...(read.source_evidence_ids ?? []).map(
      (id, index): [string, string, Pick<Records<unknown>, "has">] => [
        `source_evidence_ids[${index}]`,
        id,
        graph.variables,
      ],
    ),
  ];
  for (const [path, id, known] of ids) {
    if (id !== null && id !== undefined && !known.has(id)) {
      return { path, message: `${id}: the graph has no record with this id` };
    }
  }
  return undefined;
}

function annotatedCase(
  graph: EvolutionGraph,
  read: Read,
  annotation: Readonly<Record<string, unknown>>,
): AnnotatedCase {
  const failed: FailedCase = {
    query: read.query,
    prediction: read.prediction,
    expected: read.golden_answers,
    evidence: read.source_evidence_ids ?? [],
    ...given("queryId", read.query_id),
    ...given("predictionId", read.prediction_id),
    ...given("expectedId", read.golden_answers_id),
    ...given("judgeReason", read.judge_response),
  };
  const answer = locateAnswer(graph, failed);
  const query = failed.queryId === undefined ? undefined : graph.variables.get(failed.queryId);
  const label = read.final_error_type
    ? labelOf(graph, read.final_error_type, read, annotation)
    : null;
  const occurredAt = query?.at ?? answer?.at ?? graph.header.at;
  return { ...discovered(graph, failed, "import", occurredAt, undefined), label, annotation };
}

/**
 * Returns the label with its main cause and the further causes. If the graph lacks the operation of
 * a further cause, this cause is left out.
 */
function labelOf(
  graph: EvolutionGraph,
  errorType: ErrorType,
  read: Read,
  annotation: Readonly<Record<string, unknown>>,
): Label {
  const first = { errorType, op: read.final_op_id ?? null };
  const isKnown = ({ op }: Cause) => op === null || graph.operations.has(op);
  return {
    ...first,
    link: read.final_edge_id ?? null,
    reason: read.reason ?? "",
    also: furtherCauses(read, first).filter(isKnown).slice(0, MAX_LABEL_CAUSES),
    ...readDetails(annotation, (id) => graph.variables.has(id)),
  };
}

function given<K extends string>(
  key: K,
  value: string | null | undefined,
): Partial<Record<K, string>> {
  const record: Partial<Record<K, string>> = {};
  if (value !== null && value !== undefined) record[key] = value;
  return record;
}
