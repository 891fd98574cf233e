/**
 * Writes a graph in the JSON format of a smartcomment export. Fields in a record's `origin` are
 * written unchanged.
 */
import { parseExact } from "../../protocol/json/exact-json.ts";
import type { EventTable } from "../build/event-table.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { LinkRecord, OperationRecord, VariableRecord } from "../records.ts";
import {
  EXTRA,
  extraOfGraph,
  operationExtra,
  sessionExtra,
  variableExtra,
  verdictsOf,
} from "./extra-fields.ts";
import { headerFields, NO_SESSION, RecordTexts } from "./file-records.ts";
import { parseTime } from "./file-time.ts";

type Json = Record<string, unknown>;
type Origin = Readonly<Json> | undefined;

/**
 * Approximate number of characters in one piece of the output. A piece ends after a whole record.
 */
const PART_CHARS = 64 * 1024;

/**
 * Fields that identify a record. An import never puts these fields into `origin`. So the export
 * ignores them in an `origin`.
 */
const OWN_FIELDS = {
  header: ["graph_id"],
  node: ["name", "version", "value"],
  edge: ["edge_id", "op_id", "source_full_node_id", "target_full_node_id"],
  operation: ["op_id"],
  session: ["session_id"],
} as const;
type Form = keyof typeof OWN_FIELDS;

interface Additions {
  /** If absent, the export repeats the annotations of the imported file. */
  readonly annotations?: readonly Json[];
  readonly metadata?: Json;
  /**
   * True if the export must write no verdicts (the records of judged answers). A benchmark needs
   * no verdicts, because its annotations already describe all of its cases.
   */
  readonly withoutVerdicts?: boolean;
}

/** Yields the JSON text in pieces, so that only one piece is in memory at a time. */
export function* writeSmartcomment(
  graph: EvolutionGraph,
  { annotations, metadata, withoutVerdicts: isWithout }: Additions = {},
): Generator<string> {
  const { dataFields, ...origin } = graph.header.origin ?? {};
  const isOfFile = graph.rows.table.headers.some(({ imported }) => imported !== undefined);
  const own = restored(headerFields(graph.header), { origin, isOfFile }, "header");
  const header = metadata === undefined ? own : withMetadata(own, metadata);
  const data = JSON.stringify({
    ...(isObject(dataFields) ? withoutVerdicts(dataFields) : {}),
    ...(isWithout ? {} : extraOfGraph(graph)),
    ...(annotations === undefined ? {} : { annotations }),
  });
  yield `${JSON.stringify(header).slice(0, -1)},"data":${data === "{}" ? "{" : `${data.slice(0, -1)},`}`;
  yield* list("nodes", nodes(graph));
  yield ",";
  yield* list("edges", edges(graph));
  yield ",";
  yield* list("operations", operations(graph));
  yield ",";
  yield* list("sessions", sessions(graph));
  yield "}}";
}

function withMetadata(header: Json, metadata: Json): Json {
  const own = isObject(header.metadata) ? header.metadata : {};
  return { ...header, metadata: { ...own, ...metadata } };
}

/**
 * Leaves out the verdicts of the imported file, because the export writes the verdicts of the
 * graph.
 */
function withoutVerdicts({ [EXTRA]: extra, ...fields }: Json): Json {
  const isOurs = extra === undefined || verdictsOf({ [EXTRA]: extra }) !== undefined;
  return isOurs ? fields : { ...fields, [EXTRA]: extra };
}

/** Returns the annotations of the imported file; empty if the graph was not imported. */
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
    const isOfFile = rows.table.isOfFile("variables", row);
    yield restoredText(texts.node(variable), { origin: variable.origin, isOfFile }, "node");
  }
}

function* edges({ rows, header }: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(header);
  for (const row of rows.links) {
    const link = new LinkRecord(rows, row);
    const isOfFile = rows.table.isOfFile("links", row);
    yield restoredText(texts.edge(link), { origin: link.origin, isOfFile }, "edge");
  }
}

function* operations({ rows, header }: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(header);
  for (const row of rows.operations) {
    const operation = new OperationRecord(rows, row);
    const isOfFile = operation.rows.some((part) => rows.table.isOfFile("operations", part));
    const { origin } = operation;
    yield restoredText(texts.operation(operation), { origin, isOfFile }, "operation");
  }
}

function* sessions(graph: EvolutionGraph): Generator<string> {
  const texts = new RecordTexts(graph.header);
  const ofFiles = new Set(
    graph.rows.table.sessions.flatMap(({ imported, session }) =>
      imported === undefined ? [] : session,
    ),
  );
  for (const session of graph.sessions.values()) {
    const { id, origin } = session;
    yield restoredText(texts.session(session), { origin, isOfFile: ofFiles.has(id) }, "session");
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
 * A record can name a session that has no session record. Returns the ids of such sessions. The
 * export must add records for them, because smartcomment otherwise rejects the file. Imported
 * records are ignored, because the export writes them exactly as in their file.
 */
function unrecordedSessions({ rows, sessions }: EvolutionGraph): string[] {
  const { table } = rows;
  const named = new Set<string>();
  for (const row of rows.variables) {
    if (!table.isOfFile("variables", row)) named.add(sessionAt(table, "variables", row));
  }
  for (const row of rows.links) {
    if (!table.isOfFile("links", row)) named.add(sessionAt(table, "links", row));
  }
  for (const row of rows.operations) {
    const operation = new OperationRecord(rows, row);
    if (operation.rows.every((part) => table.isOfFile("operations", part))) continue;
    named.add(operation.session ?? NO_SESSION);
  }
  return [...named].filter((id) => !sessions.has(id));
}

function sessionAt(table: EventTable, rows: "variables" | "links", row: number): string {
  return table.labels.at(table[rows].session.at(row)) ?? NO_SESSION;
}

interface Rest {
  readonly origin: Origin;
  readonly isOfFile: boolean;
}

function restoredText(text: string, rest: Rest, form: Form): string {
  return rest.origin === undefined
    ? text
    : JSON.stringify(restored(parseExact(text) as Json, rest, form));
}

/**
 * Adds the fields of `origin` to the record that the export writes. Any client can send an `origin`
 * with any fields. So this function adds only fields that an import could have put into `origin`.
 * If the record was not imported, `origin` also cannot replace a field that the record has.
 */
function restored(written: Json, { origin, isOfFile }: Rest, form: Form): Json {
  const own = new Set<string>(isOfFile ? OWN_FIELDS[form] : Object.keys(written));
  const given = isObject(origin?.fields) ? Object.entries(origin.fields) : [];
  const fields = given.filter(
    ([key, value]) => !own.has(key) && isReadable(key, value, form) && !isExtra(key, value),
  );
  const absent = isOfFile && Array.isArray(origin?.absent) ? origin.absent : [];
  // Always write a time, because an import rejects a record without a time.
  const isNeeded = (key: unknown) =>
    own.has(String(key)) || (key === "created_at" && form !== "header");
  const gone = new Set(absent.filter((key) => !isNeeded(key)));
  const record = [...Object.entries(written), ...fields].filter(([key]) => !gone.has(key));
  return Object.fromEntries(record);
}

/**
 * Whether an import would read this field as the field `memtrace`, which only MemTrace writes (see
 * `extra-fields.ts`).
 */
function isExtra(key: string, value: unknown): boolean {
  const readers = [variableExtra, operationExtra, sessionExtra];
  return key === EXTRA && readers.some((read) => Object.keys(read({ [key]: value })).length > 0);
}

function isReadable(key: string, value: unknown, form: Form): boolean {
  switch (key) {
    case "created_at":
      if (form === "header" && typeof value !== "string") return true;
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
