/**
 * Writes a graph as a smartcomment export. What a record brought in its `origin` when it was read
 * comes back field by field.
 */
import type { EvolutionGraph } from "./evolution-graph.ts";
import type { GraphHeader, Link, Operation, Session, Variable } from "./model.ts";
import { variableIdOf } from "./model.ts";

type Json = Record<string, unknown>;

/** The graph as an export. Annotations of the file that it came from stand in it unchanged. */
export function writeSmartcomment(graph: EvolutionGraph): Json {
  const { header } = graph;
  const write = <R extends { origin?: Readonly<Json> }>(
    records: Iterable<R>,
    form: (record: R, header: GraphHeader) => Json,
  ) => [...records].map((record) => restored(form(record, header), record.origin));
  const { dataFields, ...origin } = (header.origin ?? {}) as Json;
  return {
    ...restored(writeHeader(header), origin),
    data: {
      ...(dataFields as Json | undefined),
      nodes: write(graph.variables.values(), writeNode),
      edges: write(graph.links.values(), writeEdge),
      operations: write(graph.operations.values(), writeOperation),
      sessions: write(graph.sessions.values(), writeSession),
    },
  };
}

export function writeHeader(header: GraphHeader): Json {
  return {
    graph_id: header.id,
    user_id: header.user ?? null,
    project_id: header.system ?? null,
    storage_path: null,
    strict: header.strict ?? false,
    driver_type: "in_memory",
    created_at: formatTime(header.at),
    metadata: header.metadata ?? {},
  };
}

function writeCommon(record: Session | Operation | Variable | Link, header: GraphHeader): Json {
  const { file, line } = record.source ?? {};
  return {
    created_at: formatTime(record.at),
    filename: file ?? null,
    lineno: line ?? null,
    metadata: record.metadata ?? {},
    trigger_point: `${file ?? null}:${line ?? null}`,
    graph_id: header.id,
    user_id: header.user ?? null,
    project_id: header.system ?? null,
    comment: record.comment ?? null,
  };
}

export function writeSession(session: Session, header: GraphHeader): Json {
  return {
    ...writeCommon(session, header),
    session_id: session.id,
    session_name: session.name ?? null,
    category: session.category ?? "session",
  };
}

export function writeNode(variable: Variable, header: GraphHeader): Json {
  return {
    ...writeCommon(variable, header),
    session_id: variable.session ?? null,
    name: variable.name,
    version: variable.version,
    value: variable.value,
    category: variable.category ?? "variable",
    class_name: variable.className ?? null,
    full_name: variable.fullName,
    node_id: variableIdOf(variable.name, variable.version),
    full_node_id: variable.id,
  };
}

export function writeOperation(operation: Operation, header: GraphHeader): Json {
  return {
    ...writeCommon(operation, header),
    session_id: operation.session ?? null,
    op_id: operation.id,
    op_name: operation.name,
    category: operation.category ?? "operation",
  };
}

export function writeEdge(link: Link, header: GraphHeader): Json {
  return {
    ...writeCommon(link, header),
    session_id: link.session ?? null,
    edge_id: link.id,
    op_id: link.op,
    category: link.category ?? "operation",
    source_full_node_id: link.from,
    target_full_node_id: link.to,
  };
}

function restored(written: Json, origin: Readonly<Json> | undefined): Json {
  if (origin === undefined || !("fields" in origin)) return written;
  const record: Json = { ...written, ...(origin.fields as Json) };
  for (const key of (origin.absent as string[] | undefined) ?? []) delete record[key];
  return record;
}

function formatTime(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, -1);
}
