/**
 * Writes a graph as a smartcomment export. What a record brought in its `origin` when it was read
 * comes back field by field.
 */
import { parseExact } from "../protocol/exact-json.ts";
import type { EvolutionGraph } from "./evolution-graph.ts";
import { LinkRecord, OperationRecord, VariableRecord } from "./records.ts";
import { headerFields, NO_SESSION, RecordTexts } from "./smartcomment-records.ts";
import { parseTime } from "./smartcomment-time.ts";

type Json = Record<string, unknown>;
type Origin = Readonly<Json> | undefined;

/** Characters of one part, give or take a record. */
const PART_CHARS = 64 * 1024;

/**
 * Fields that reading needs, and that the record itself has. An `origin` that names them did not
 * come from reading a file, and does not change who is who.
 */
const OWN_FIELDS = {
  header: ["graph_id"],
  node: ["name", "version", "value"],
  edge: ["edge_id", "op_id", "source_full_node_id", "target_full_node_id"],
  operation: ["op_id"],
  session: ["session_id"],
} as const;
type Form = keyof typeof OWN_FIELDS;

/**
 * The graph as the JSON text of an export, part by part: no more than a part is in memory.
 * Annotations of the file that the graph came from stand in it unchanged, where `annotations` does
 * not take their place.
 */
export function* writeSmartcomment(
  graph: EvolutionGraph,
  annotations?: readonly Json[],
): Generator<string> {
  const { dataFields, ...origin } = graph.header.origin ?? {};
  const header = JSON.stringify(restored(headerFields(graph.header), origin, "header"));
  const data = JSON.stringify({
    ...(isObject(dataFields) ? dataFields : {}),
    ...(annotations === undefined ? {} : { annotations }),
  });
  yield `${header.slice(0, -1)},"data":${data === "{}" ? "{" : `${data.slice(0, -1)},`}`;
  yield* list("nodes", nodes(graph));
  yield ",";
  yield* list("edges", edges(graph));
  yield ",";
  yield* list("operations", operations(graph));
  yield ",";
  yield* list("sessions", sessions(graph));
  yield "}}";
}

/** The annotations of the file that the graph came from; none where it came from none. */
export function broughtAnnotations({ header }: EvolutionGraph): Json[] {
  const fields = header.origin?.dataFields;
  const annotations = isObject(fields) ? fields.annotations : undefined;
  return Array.isArray(annotations) ? annotations.filter(isObject) : [];
}

function* list(name: string, texts: Iterable<string>): Generator<string> {
  let part = `"${name}":[`;
  let separator = "";
  for (const text of texts) {
    part += separator + text;
    separator = ",";
    if (part.length > PART_CHARS) {
      yield part;
      part = "";
    }
  }
  yield `${part}]`;
}

function* nodes({ rows, header }: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(header);
  for (const row of rows.variables) {
    const variable = new VariableRecord(rows, row);
    yield restoredText(texts.node(variable), variable.origin, "node");
  }
}

function* edges({ rows, header }: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(header);
  for (const row of rows.links) {
    const link = new LinkRecord(rows, row);
    yield restoredText(texts.edge(link), link.origin, "edge");
  }
}

function* operations({ rows, header }: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(header);
  for (const row of rows.operations) {
    const operation = new OperationRecord(rows, row);
    yield restoredText(texts.operation(operation), operation.origin, "operation");
  }
}

function* sessions(graph: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(graph.header);
  for (const session of graph.sessions.values()) {
    yield restoredText(texts.session(session), session.origin, "session");
  }
  for (const id of unrecordedSessions(graph)) {
    const isNone = id === NO_SESSION;
    const { at } = graph.header;
    yield texts.session({
      ...{ id, at },
      ...(isNone ? { name: "NONE sentinel", category: "sentinel" } : {}),
    });
  }
}

/**
 * Sessions that records are in and no record is of: smartcomment reads no file with such. A graph
 * that came from a file is written as the file was.
 */
function unrecordedSessions({ header, rows, sessions, operations }: EvolutionGraph): string[] {
  if (header.origin !== undefined) return [];
  const { labels, variables, links } = rows.table;
  const named = new Set<string>();
  for (const row of rows.variables) named.add(labels.at(variables.session.at(row)) ?? NO_SESSION);
  for (const row of rows.links) named.add(labels.at(links.session.at(row)) ?? NO_SESSION);
  for (const { session = NO_SESSION } of operations.values()) named.add(session);
  return [...named].filter((id) => !sessions.has(id));
}

function restoredText(text: string, origin: Origin, form: Form): string {
  return origin === undefined
    ? text
    : JSON.stringify(restored(parseExact(text) as Json, origin, form));
}

/** `origin` may come from any client: what has not the form that reading gives it is left out. */
function restored(written: Json, origin: Origin, form: Form): Json {
  const own = new Set<string>(OWN_FIELDS[form]);
  const given = isObject(origin?.fields) ? Object.entries(origin.fields) : [];
  const fields = given.filter(([key, value]) => !own.has(key) && isReadable(key, value));
  const absent = Array.isArray(origin?.absent) ? origin.absent : [];
  const gone = new Set(absent.filter((key) => !own.has(key) && key !== "created_at"));
  const record = [...Object.entries(written), ...fields].filter(([key]) => !gone.has(key));
  return Object.fromEntries(record);
}

/** Whether reading takes this value for the field. */
function isReadable(key: string, value: unknown): boolean {
  switch (key) {
    case "created_at":
      return typeof value === "string" && parseTime(value) !== undefined;
    case "metadata":
      return value === null || isObject(value);
    case "class_name":
    case "op_name":
      return value === null || value === "";
    case "session_id":
    case "session_name":
    case "category":
    case "comment":
    case "filename":
    case "user_id":
    case "project_id":
      return value === null || typeof value === "string";
    default:
      return true;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
