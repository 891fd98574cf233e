/**
 * Reads an exported benchmark as MemTraceBench's loader does, and refuses the same files: duplicate
 * records, links or cases with missing ends, cases without ids.
 */
type Json = Readonly<Record<string, unknown>>;

export interface LoadedCase {
  readonly file: string;
  readonly source: unknown;
  readonly query: string;
  readonly goldenAnswer: string;
  readonly prediction: string;
  readonly errorType: string;
  readonly op: unknown;
}

const TYPES = new Set([
  ...["ExtractionError", "UpdateError", "DeletionError", "RetrievalError", "ResponseError"],
  ...["AnnotationError", "LLMAsAJudgeError"],
]);

/**
 * Loads the cases of a split.
 * @param files the content of each `split/source_id.json`, by path
 */
export function loadSplit(files: ReadonlyMap<string, string>, split: string): LoadedCase[] {
  return [...files]
    .filter(([path]) => path.startsWith(`${split}/`) && path.endsWith(".json"))
    .flatMap(([path, text]) => loadGraph(path.slice(split.length + 1), JSON.parse(text)));
}

function loadGraph(file: string, graph: Json): LoadedCase[] {
  text(graph.graph_id);
  const metadata = graph.metadata as Json;
  if (metadata.memtracebench_graph_filename !== file) throw new Error(`${file}: another name`);
  const data = graph.data as Readonly<Record<string, readonly Json[]>>;
  const sessions = unique(data.sessions, "session_id");
  const nodes = unique(data.nodes, "full_node_id");
  const operations = unique(data.operations, "op_id");
  unique(data.edges, "edge_id");
  for (const node of data.nodes ?? []) {
    for (const key of ["name", "value", "full_name", "node_id", "created_at"]) text(node[key]);
    if (!Number.isInteger(node.version)) throw new Error("a node without a version");
    known(sessions, node.session_id);
  }
  for (const operation of data.operations ?? []) {
    for (const key of ["op_name", "created_at"]) text(operation[key]);
    known(sessions, operation.session_id);
  }
  for (const edge of data.edges ?? []) {
    known(operations, edge.op_id);
    known(nodes, edge.source_full_node_id);
    known(nodes, edge.target_full_node_id);
    known(sessions, edge.session_id);
  }
  return (data.annotations ?? []).map((annotation) => {
    known(nodes, annotation.query_id);
    known(nodes, annotation.prediction_id);
    if (annotation.golden_answers_id !== null) known(nodes, annotation.golden_answers_id);
    for (const id of annotation.source_evidence_ids as unknown[]) known(nodes, id);
    if (annotation.final_op_id !== null) known(operations, annotation.final_op_id);
    if (!TYPES.has(text(annotation.final_error_type))) throw new Error("an unknown error type");
    const golden = annotation.golden_answers;
    return {
      file,
      source: metadata.memtracebench_dataset_source,
      query: text(annotation.query),
      goldenAnswer: Array.isArray(golden) ? `[${golden.join(", ")}]` : text(golden),
      prediction: text(annotation.prediction),
      errorType: text(annotation.final_error_type),
      op: annotation.final_op_id,
    };
  });
}

function unique(records: readonly Json[] | undefined, key: string): Set<unknown> {
  const ids = (records ?? []).map((record) => text(record[key]));
  if (new Set(ids).size !== ids.length) throw new Error(`a ${key} occurs twice`);
  return new Set(ids);
}

function known(ids: ReadonlySet<unknown>, id: unknown): void {
  if (!ids.has(id)) throw new Error(`${JSON.stringify(id)} is not in the file`);
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new Error(`${JSON.stringify(value)} is no text`);
  return value;
}
