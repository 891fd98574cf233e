/**
 * The smartcomment export: the JSON format of MemTraceBench files. Reading turns it into events,
 * writing turns a graph back into it. Lossless: whatever a record holds that the graph's model has
 * no place for travels in the record's `origin` and comes back on export.
 */
import type { TraceEvent } from "../protocol/events.ts";
import { defined } from "./defined.ts";
import type { EvolutionGraph } from "./evolution-graph.ts";
import type { GraphHeader, Link, Operation, Session, Variable } from "./model.ts";
import { fullNameOf, variableIdOf } from "./model.ts";

type Json = Record<string, unknown>;

export interface SmartcommentFile {
  readonly graphId: string;
  readonly events: TraceEvent[];
  /** MemTraceBench's `data.annotations`, verbatim; absent in a plain smartcomment export. */
  readonly annotations?: readonly Json[];
}

/** What is wrong with a file, and where: `path` reads like `data.edges[12].op_id`. */
export interface Damage {
  readonly path: string;
  readonly message: string;
}

class DamageError extends Error {
  readonly damage: Damage;
  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.damage = { path, message };
  }
}

/**
 * Reads an export. Every reference in it is checked first, so a damaged file yields no event.
 *
 * @param file the parsed JSON
 * @param digest identifies the file's content; importing the same file again changes nothing, a
 *   later export of the same graph adds to it
 */
export function readSmartcomment(
  file: unknown,
  digest: string,
): { ok: true; file: SmartcommentFile } | { ok: false; damage: Damage } {
  try {
    return { ok: true, file: read(file, digest) };
  } catch (error) {
    if (error instanceof DamageError) return { ok: false, damage: error.damage };
    throw error;
  }
}

function read(file: unknown, digest: string): SmartcommentFile {
  const top = object(file, "the file");
  const data = object(top.data, "data");
  const graphId = text(top, "graph_id", "");
  const events: TraceEvent[] = [];
  const header = headerOf(top, graphId);

  const sessionIds = new Set<string>();
  const nodeIds = new Set<string>();
  const operationIds = new Set<string>();
  const edgeIds = new Set<string>();

  each(data, "sessions", (record, path, clock) => {
    const id = unique(sessionIds, text(record, "session_id", path), `${path}.session_id`);
    const session: Session = defined({
      id,
      name: optionalText(record, "session_name", path),
      ...described(record, path, clock),
    });
    events.push({
      type: "session",
      id: `session:${id}`,
      graph: graphId,
      seq: clock.seq,
      session: id,
      ...without(session, "id"),
      ...originOf(record, writeSession(session, header)),
    });
  });

  each(data, "nodes", (record, path, clock) => {
    const name = text(record, "name", path);
    const className = optionalText(record, "class_name", path);
    const version = integer(record, "version", path);
    const fullName = fullNameOf(name, className);
    const id = unique(nodeIds, variableIdOf(fullName, version), path);
    const variable: Variable = defined({
      ...{ id, fullName, name, className, version },
      value: string(record.value, `${path}.value`),
      session: optionalText(record, "session_id", path),
      ...described(record, path, clock),
    });
    events.push({
      type: "variable",
      id: `variable:${id}`,
      graph: graphId,
      seq: clock.seq,
      ref: id,
      ...without(variable, "id", "fullName", "className", "mutates"),
      ...(className === undefined ? {} : { class: className }),
      ...originOf(record, writeNode(variable, header)),
    });
  });

  each(data, "operations", (record, path, clock) => {
    const id = unique(operationIds, text(record, "op_id", path), `${path}.op_id`);
    const operation: Operation = defined({
      id,
      name: text(record, "op_name", path),
      session: optionalText(record, "session_id", path),
      ...described(record, path, clock),
    });
    events.push({
      type: "operation",
      id: `operation:${id}`,
      graph: graphId,
      seq: clock.seq,
      op: id,
      ...without(operation, "id"),
      ...originOf(record, writeOperation(operation, header)),
    });
  });

  each(data, "edges", (record, path, clock) => {
    const id = unique(edgeIds, text(record, "edge_id", path), `${path}.edge_id`);
    const end = (key: string) =>
      known(nodeIds, text(record, key, path), `${path}.${key}`, "no node of the file has this id");
    const link: Link = defined({
      id,
      op: known(
        operationIds,
        text(record, "op_id", path),
        `${path}.op_id`,
        "no operation of the file has this id",
      ),
      session: optionalText(record, "session_id", path),
      from: end("source_full_node_id"),
      to: end("target_full_node_id"),
      ...described(record, path, clock),
    });
    events.push({
      type: "link",
      graph: graphId,
      seq: clock.seq,
      ...link,
      ...originOf(record, writeEdge(link, header)),
    });
  });

  const annotations = annotationsOf(data, nodeIds);
  events.push(headerEvent(top, data, header, events, digest));
  return defined({ graphId, events, annotations });
}

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

/** Comes last in time, so that of several exports of one graph the latest header holds. */
function headerEvent(
  top: Json,
  data: Json,
  header: GraphHeader,
  events: readonly TraceEvent[],
  digest: string,
): TraceEvent {
  const times = events.map((event) => event.at);
  const first = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const at = times.reduce((a, b) => Math.max(a, b), header.at);
  const built = { ...header, at: Number.isFinite(first) ? first : at };
  const { origin } = originOf(without(top, "data"), writeHeader(built));
  const dataFields = without(data, "nodes", "edges", "operations", "sessions");
  const { user, system, strict, metadata } = header;
  return defined({
    type: "graph",
    id: `graph:${digest}`,
    graph: header.id,
    at,
    ...{ user, system, strict, metadata },
    origin: { ...origin, ...(Object.keys(dataFields).length > 0 ? { dataFields } : {}) },
  });
}

function headerOf(top: Json, graphId: string): GraphHeader {
  return defined({
    id: graphId,
    at: (typeof top.created_at === "string" ? parseTime(top.created_at) : undefined) ?? 0,
    user: optionalText(top, "user_id", ""),
    system: optionalText(top, "project_id", ""),
    strict: typeof top.strict === "boolean" ? top.strict : undefined,
    metadata: optionalObject(top, "metadata", ""),
  });
}

function writeHeader(header: GraphHeader): Json {
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

function writeSession(session: Session, header: GraphHeader): Json {
  return {
    ...writeCommon(session, header),
    session_id: session.id,
    session_name: session.name ?? null,
    category: session.category ?? "session",
  };
}

function writeNode(variable: Variable, header: GraphHeader): Json {
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

function writeOperation(operation: Operation, header: GraphHeader): Json {
  return {
    ...writeCommon(operation, header),
    session_id: operation.session ?? null,
    op_id: operation.id,
    op_name: operation.name,
    category: operation.category ?? "operation",
  };
}

function writeEdge(link: Link, header: GraphHeader): Json {
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

/** What has to be kept so that `written` becomes `original` again. */
function originOf(original: Json, written: Json): { origin?: Json } {
  const fields: Json = {};
  for (const key of Object.keys(original)) {
    if (!sameJson(original[key], written[key])) fields[key] = original[key];
  }
  const absent = Object.keys(written).filter((key) => !(key in original));
  if (Object.keys(fields).length === 0 && absent.length === 0) return {};
  return { origin: { fields, ...(absent.length > 0 ? { absent } : {}) } };
}

function restored(written: Json, origin: Readonly<Json> | undefined): Json {
  if (origin === undefined || !("fields" in origin)) return written;
  const record: Json = { ...written, ...(origin.fields as Json) };
  for (const key of (origin.absent as string[] | undefined) ?? []) delete record[key];
  return record;
}

function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && sameJson((a as Json)[key], (b as Json)[key]))
  );
}

/** Keeps a list's own order: the ordering time never runs backwards within it. */
interface Clock {
  at: number;
  seq: number;
}

function each(data: Json, key: string, visit: (record: Json, path: string, clock: Clock) => void) {
  const list = data[key];
  if (!Array.isArray(list)) throw new DamageError(`data.${key}`, "must be a list");
  const clock: Clock = { at: 0, seq: 0 };
  for (const [index, item] of list.entries()) {
    const path = `data.${key}[${index}]`;
    clock.seq = index;
    visit(object(item, path), path, clock);
  }
}

function described(record: Json, path: string, clock: Clock) {
  const created = text(record, "created_at", path);
  clock.at = Math.max(clock.at, parseTime(created) ?? 0);
  const file = optionalText(record, "filename", path);
  const line = typeof record.lineno === "number" ? record.lineno : undefined;
  const metadata = optionalObject(record, "metadata", path);
  return {
    at: clock.at,
    category: optionalText(record, "category", path),
    comment: optionalText(record, "comment", path),
    metadata: metadata && Object.keys(metadata).length > 0 ? metadata : undefined,
    source: file === undefined && line === undefined ? undefined : defined({ file, line }),
  };
}

function annotationsOf(data: Json, nodeIds: ReadonlySet<string>): Json[] | undefined {
  if (data.annotations === undefined) return undefined;
  if (!Array.isArray(data.annotations)) {
    throw new DamageError("data.annotations", "must be a list");
  }
  return data.annotations.map((item, index) => {
    const path = `data.annotations[${index}]`;
    const annotation = object(item, path);
    text(annotation, "query", path);
    string(annotation.prediction, `${path}.prediction`);
    for (const key of ["query_id", "prediction_id"]) {
      const id = optionalText(annotation, key, path);
      if (id !== undefined) known(nodeIds, id, `${path}.${key}`, "no node of the file has this id");
    }
    return annotation;
  });
}

const TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/;

function parseTime(written: string): number | undefined {
  const match = TIME.exec(written);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, ms] = match.slice(1).map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms);
}

function formatTime(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, -1);
}

function object(value: unknown, path: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DamageError(path, "must be an object");
  }
  return value as Json;
}

function string(value: unknown, path: string): string {
  if (typeof value !== "string") throw new DamageError(path, "must be text");
  return value;
}

function text(record: Json, key: string, path: string): string {
  const value = record[key];
  if (typeof value !== "string" || value === "") {
    throw new DamageError(place(path, key), "must be text that is not empty");
  }
  return value;
}

function optionalText(record: Json, key: string, path: string): string | undefined {
  const value = record[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new DamageError(place(path, key), "must be text or null");
  return value === "" ? undefined : value;
}

function optionalObject(record: Json, key: string, path: string): Json | undefined {
  const value = record[key];
  return value === undefined || value === null ? undefined : object(value, place(path, key));
}

function integer(record: Json, key: string, path: string): number {
  const value = record[key];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw new DamageError(place(path, key), "must be a whole number from 1");
  }
  return value;
}

function place(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function unique(seen: Set<string>, id: string, path: string): string {
  if (seen.has(id)) throw new DamageError(path, `${id} occurs twice`);
  seen.add(id);
  return id;
}

function known(ids: ReadonlySet<string>, id: string, path: string, otherwise: string): string {
  if (!ids.has(id)) throw new DamageError(path, `${id}: ${otherwise}`);
  return id;
}

function without<T extends object, K extends keyof T>(record: T, ...keys: K[]): Omit<T, K> {
  const kept = { ...record };
  for (const key of keys) delete kept[key];
  return kept;
}
