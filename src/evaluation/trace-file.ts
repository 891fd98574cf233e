/** Reads MemTraceBench files: smartcomment exports with or without annotations. */
import { kindOf } from "../graph/memory/record-categories.ts";
import { UserError } from "../local/command-line.ts";
import { problem, readInput } from "../local/input-file.ts";

export type Json = Record<string, unknown>;

/** The parsed export. Its records are not validated yet. */
export interface TraceJson {
  readonly top: Json;
  readonly nodes: readonly Json[];
  readonly edges: readonly Json[];
  readonly operations: readonly Json[];
  readonly sessions: readonly Json[];
  readonly annotations: readonly Json[];
}

/**
 * Detects compression from the file's content, not from its name.
 * @throws UserError if the file cannot be read or is not JSON
 */
export async function readTraceFile(path: string): Promise<TraceJson> {
  const read = await readInput(path);
  if ("refused" in read) throw new UserError(read.refused);
  const top = recordOf(parsed(path, read.text.toString("utf8").replace(/^\ufeff/, "")));
  const data = recordOf(top.data);
  const list = (key: string) => (Array.isArray(data[key]) ? data[key].map(recordOf) : []);
  return {
    top,
    nodes: list("nodes"),
    edges: list("edges"),
    operations: list("operations"),
    sessions: list("sessions"),
    annotations: list("annotations"),
  };
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UserError(problem(path, `the file is not JSON: ${why}`, "Export the graph again."));
  }
}

export function withoutAnnotations({ top, nodes, edges, operations, sessions }: TraceJson): Json {
  return { ...top, data: { nodes, edges, operations, sessions } };
}

export function recordOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** Returns the kind that `kindOf` finds for the node's class and category. */
export function kindOfNode(node: Json): ReturnType<typeof kindOf> {
  const className = textOf(node.class_name);
  const category = textOf(node.category);
  return kindOf({
    ...(className === undefined ? {} : { className }),
    ...(category === undefined ? {} : { category }),
  });
}

/** Replaces the trace's nodes and all references to changed ids. `ids`: old id → new id. */
export function withNodes(
  file: TraceJson,
  nodes: readonly Json[],
  ids: ReadonlyMap<string, string>,
): TraceJson {
  const moved = (id: unknown) => (typeof id === "string" ? (ids.get(id) ?? id) : id);
  return {
    ...file,
    nodes,
    edges: file.edges.map((edge) => ({
      ...edge,
      source_full_node_id: moved(edge.source_full_node_id),
      target_full_node_id: moved(edge.target_full_node_id),
    })),
    annotations: file.annotations.map((annotation) => ({
      ...annotation,
      query_id: moved(annotation.query_id),
      prediction_id: moved(annotation.prediction_id),
      golden_answers_id: moved(annotation.golden_answers_id),
      source_evidence_ids: Array.isArray(annotation.source_evidence_ids)
        ? annotation.source_evidence_ids.map(moved)
        : annotation.source_evidence_ids,
    })),
  };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
