/**
 * Reads the smartcomment export, the JSON format of MemTraceBench files, into events. Lossless:
 * whatever a record holds that the graph's model has no place for travels in its `origin`.
 */
import { GraphId, type TraceEvent } from "../protocol/events.ts";
import { defined } from "./defined.ts";
import type { GraphHeader, Link, Operation, Session, Variable } from "./model.ts";
import { fullNameOf, variableIdOf } from "./model.ts";
import {
  type Damage,
  DamageError,
  integer,
  known,
  object,
  optionalObject,
  optionalText,
  string,
  text,
  unique,
} from "./record-fields.ts";
import {
  writeEdge,
  writeHeader,
  writeNode,
  writeOperation,
  writeSession,
} from "./smartcomment-export.ts";

type Json = Record<string, unknown>;

export interface SmartcommentFile {
  readonly graphId: string;
  readonly events: TraceEvent[];
  /** MemTraceBench's `data.annotations`, verbatim; absent in a plain smartcomment export. */
  readonly annotations?: readonly Json[];
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
  const graphId = graphIdOf(top);
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

function graphIdOf(top: Json): string {
  const read = GraphId.safeParse(top.graph_id);
  if (read.success) return read.data;
  throw new DamageError("graph_id", read.error.issues[0]?.message ?? "is not an id");
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
    at: typeof top.created_at === "string" ? parseTime(top.created_at, "created_at") : 0,
    user: optionalText(top, "user_id", ""),
    system: optionalText(top, "project_id", ""),
    strict: typeof top.strict === "boolean" ? top.strict : undefined,
    metadata: optionalObject(top, "metadata", ""),
  });
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
  clock.at = Math.max(clock.at, parseTime(created, `${path}.created_at`));
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

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds since the epoch. A time without a zone is read as UTC, as it is written back. */
function parseTime(written: string, path: string): number {
  const match = TIME.exec(written);
  const [, date, time, fraction, zone] = match ?? [];
  const milliseconds = (fraction ?? "").slice(0, 3).padEnd(3, "0");
  const at = Date.parse(`${date}T${time}.${milliseconds}${zone ?? "Z"}`);
  // Without a match, Date.parse would still guess a date from what it is given.
  if (match === null || Number.isNaN(at)) {
    throw new DamageError(path, `${written} is not a time; write 2026-05-04 09:00:00.000`);
  }
  return at;
}

function without<T extends object, K extends keyof T>(record: T, ...keys: K[]): Omit<T, K> {
  const kept = { ...record };
  for (const key of keys) delete kept[key];
  return kept;
}
