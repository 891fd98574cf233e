/**
 * Reads smartcomment exports and MemTraceBench files (both JSON) into a graph. Nothing is lost: if
 * the model of the graph has no place for a field, the record's `origin` keeps it.
 */
import * as z from "zod/mini";
import type { SessionEvent } from "../../protocol/events/events.ts";
import { ADDRESSABLE, graphIdRules, NOT_ADDRESSABLE } from "../../protocol/events/names.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { assembleGraph } from "../build/build-graph.ts";
import { EventTable } from "../build/event-table.ts";
import { verdictEvent } from "../build/graph-events.ts";
import { inListOrder } from "../build/monotonic-times.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { GraphHeader, Verdict } from "../model.ts";
import { fullNameOf, variableIdOf } from "../model.ts";
import { defined } from "../omit-undefined.ts";
import {
  EXTRA,
  operationExtra,
  sessionExtra,
  type VariableExtra,
  variableExtra,
  verdictsOf,
} from "./extra-fields.ts";
import { FileBodies } from "./file-bodies.ts";
import { headerFields } from "./file-records.ts";
import { parseTime, Times } from "./file-time.ts";
import { type Damage, DamageError, Fields, type Json, object } from "./record-fields.ts";
import { describedBy, originOf, type RecordForm, RecordOrigins } from "./record-origin.ts";

export interface SmartcommentFile {
  readonly graph: EvolutionGraph;
  /**
   * `data.annotations` of a MemTraceBench file, unchanged; absent in a plain smartcomment export.
   */
  readonly annotations?: readonly Json[];
  /**
   * Number of records whose time was changed. The time of such a record contradicted its position
   * in the file's list. So the record got the time of another record of the list.
   */
  readonly redated: number;
}

/**
 * Checks all references, so a damaged file gives no graph. The graph reads values and details from
 * the file, so callers must not change the file afterwards.
 *
 * @param file the parsed JSON
 */
export function readSmartcomment(file: unknown): Result<SmartcommentFile, Damage> {
  try {
    return success(new FileReader(file).read());
  } catch (error) {
    if (error instanceof DamageError) return failure(error.damage);
    throw error;
  }
}

/**
 * Value of the field `imported`, which every imported record has. It is usually the time of the
 * import. A file that is only read has no such time, so its records get 0.
 */
const READ = 0;
const NODE = 1;
const OPERATION = 2;

/**
 * Each list of the file, with the table that gets one row for each record of the list. Before the
 * list is read, the table reserves memory for these rows. The records of `sessions` get no rows.
 */
const RESERVED = {
  sessions: undefined,
  nodes: "variables",
  operations: "operations",
  edges: "links",
} as const;

/**
 * A field in which an edge names another record, such as `op_id`. `id` is the value of this field
 * in the previous edge, and `number` is the index of that id. Neighbouring edges usually have the
 * same id. Then the reader uses `number` again and does not search for the id.
 */
interface EdgeEnd {
  readonly key: string;
  readonly kind: typeof NODE | typeof OPERATION;
  id: unknown;
  number: number;
}

class FileReader {
  readonly #top: Json;
  readonly #data: Json;
  readonly #header: GraphHeader;
  readonly #table = new EventTable();
  readonly #bodies: FileBodies;
  readonly #origins: RecordOrigins;
  readonly #times = new Times();
  /**
   * For each name, by its index: the kinds of records that have this name as their id. The value is
   * `NODE`, `OPERATION`, or the sum of both.
   */
  readonly #taken: number[] = [];
  readonly #op: EdgeEnd = { key: "op_id", kind: OPERATION, id: undefined, number: -1 };
  readonly #from: EdgeEnd = { key: "source_full_node_id", kind: NODE, id: undefined, number: -1 };
  readonly #to: EdgeEnd = { key: "target_full_node_id", kind: NODE, id: undefined, number: -1 };
  readonly #sessions = new Set<string>();
  readonly #replaced: { readonly index: number; readonly id: string }[] = [];
  #last: number;
  #listTimes = new Float64Array();
  #redated = 0;
  #at = 0;

  constructor(file: unknown) {
    this.#top = object(file, "the file");
    this.#data = object(this.#top.data, "data");
    this.#header = headerOf(this.#top);
    this.#bodies = new FileBodies(this.#header);
    this.#origins = new RecordOrigins(this.#header);
    this.#last = this.#header.at;
  }

  read(): SmartcommentFile {
    this.#each("sessions", (fields, record) => this.#session(fields, record));
    this.#each("nodes", (fields, record) => this.#node(fields, record));
    this.#checkReplaced();
    this.#each("operations", (fields, record) => this.#operation(fields, record));
    this.#each("edges", (fields, record) => this.#edge(fields, record));
    const annotations = this.#annotations();
    this.#addHeader();
    const graph = assembleGraph(this.#header.id, this.#table, this.#bodies);
    const redated = this.#redated;
    return annotations === undefined ? { graph, redated } : { graph, annotations, redated };
  }

  #each(list: keyof typeof RESERVED, read: (fields: Fields, record: Json) => void): void {
    const records = this.#data[list];
    if (!Array.isArray(records)) throw new DamageError(`data.${list}`, "must be a list");
    const fields = new Fields(`data.${list}`);
    this.#table.reserve(RESERVED[list], records.length);
    this.#listTimes = Float64Array.from(records, (record) => this.#timeOf(record));
    if (!this.#listTimes.some(Number.isNaN)) this.#redated += inListOrder(this.#listTimes);
    for (let index = 0; index < records.length; index++) {
      read(fields, fields.moveTo(records[index], index));
    }
  }

  #session(fields: Fields, record: Json): void {
    const session = fields.name(record.session_id, "session_id");
    if (this.#sessions.has(session)) fields.fail("session_id", `${session} occurs twice`);
    this.#sessions.add(session);
    this.#checkDescription(fields);
    const at = this.#time(fields);
    const origin = this.#origins.of("session", fields.record, at);
    const event: SessionEvent = {
      ...{ type: "session", id: session, graph: this.#header.id, at, seq: fields.index, session },
      imported: READ,
      ...{
        name: fields.optionalName(record.session_name, "session_name"),
        ...sessionExtra(record),
        ...describedBy(fields.record),
        origin,
      },
    };
    this.#table.sessions.push(defined(event));
  }

  #node(fields: Fields, record: Json): void {
    const name = fields.name(record.name, "name");
    const className = fields.optionalName(record.class_name, "class_name");
    const version = fields.version(record.version, "version");
    fields.anyText(record.value, "value");
    const ref = variableIdOf(fullNameOf(name, className), version);
    const number = this.#table.names.intern(ref);
    if (((this.#taken[number] ?? 0) & NODE) !== 0) fields.failWhole(`${ref} occurs twice`);
    this.#taken[number] = (this.#taken[number] ?? 0) | NODE;
    this.#table.addVariable(
      this.#newEvent("node", fields),
      {
        at: this.#at,
        seq: fields.index,
        name,
        class: className,
        version,
        session: fields.optionalName(record.session_id, "session_id"),
        category: fields.optionalName(record.category, "category"),
        imported: READ,
        ...this.#replacing(fields, record),
      },
      number,
    );
  }

  #replacing(fields: Fields, record: Json): VariableExtra {
    const extra = variableExtra(record);
    const { mutates } = extra;
    if (mutates !== undefined) this.#replaced.push({ index: fields.index, id: mutates });
    return extra;
  }

  #checkReplaced(): void {
    const fields = new Fields("data.nodes");
    for (const { index, id } of this.#replaced) {
      fields.index = index;
      this.#known(fields, id, { key: `${EXTRA}.mutates`, kind: NODE });
    }
  }

  #operation(fields: Fields, record: Json): void {
    const op = fields.name(record.op_id, "op_id");
    const number = this.#table.names.intern(op);
    if (((this.#taken[number] ?? 0) & OPERATION) !== 0) fields.fail("op_id", `${op} occurs twice`);
    this.#taken[number] = (this.#taken[number] ?? 0) | OPERATION;
    this.#table.addOperation(
      this.#newEvent("operation", fields),
      {
        at: this.#at,
        seq: fields.index,
        name: fields.optionalName(record.op_name, "op_name") ?? op,
        session: fields.optionalName(record.session_id, "session_id"),
        category: fields.optionalName(record.category, "category"),
        imported: READ,
        ...operationExtra(record),
      },
      number,
    );
  }

  #edge(fields: Fields, record: Json): void {
    const edge = fields.name(record.edge_id, "edge_id");
    const op = this.#end(fields, record.op_id, this.#op);
    const from = this.#end(fields, record.source_full_node_id, this.#from);
    const to = this.#end(fields, record.target_full_node_id, this.#to);
    this.#table.addLink(
      this.#newEvent("edge", fields, edge),
      {
        at: this.#at,
        seq: fields.index,
        session: fields.optionalName(record.session_id, "session_id"),
        category: fields.optionalName(record.category, "category"),
        imported: READ,
      },
      { op, from, to },
    );
  }

  /**
   * Adds the event of one record. Returns the event's index.
   * @param edge id of the edge (a link in the file); undefined for records that are not edges
   */
  #newEvent(form: RecordForm, fields: Fields, edge?: string): number {
    this.#checkDescription(fields);
    const at = this.#time(fields);
    const event = edge === undefined ? this.#table.unnamedEvent() : this.#table.newEvent(edge);
    if (event < 0) fields.fail("edge_id", `${edge} occurs twice`);
    this.#bodies.add(form, fields.record, at);
    return event;
  }

  #checkDescription(fields: Fields): void {
    const { record } = fields;
    fields.optionalText(record.comment, "comment");
    fields.optionalText(record.filename, "filename");
    fields.optionalObject(record.metadata, "metadata");
  }

  #end(fields: Fields, id: unknown, end: EdgeEnd): number {
    if (id !== end.id || id === undefined) {
      end.number = this.#known(fields, fields.text(id, end.key), end);
      end.id = id;
    }
    return end.number;
  }

  #known(fields: Fields, id: string, { key, kind }: Pick<EdgeEnd, "key" | "kind">): number {
    const number = this.#table.names.find(id);
    if (number < 0 || ((this.#taken[number] ?? 0) & kind) === 0) {
      const what = kind === NODE ? "node" : "operation";
      fields.fail(key, `${id}: no ${what} of the file has this id`);
    }
    return number;
  }

  #time(fields: Fields): number {
    const written = fields.text(fields.record.created_at, "created_at");
    this.#at = this.#listTimes[fields.index] as number;
    if (Number.isNaN(this.#at)) fields.fail("created_at", noTime(written));
    this.#table.firstAt = Math.min(this.#table.firstAt, this.#at);
    this.#last = Math.max(this.#last, this.#at);
    return this.#at;
  }

  #addVerdicts(): readonly Verdict[] | undefined {
    const verdicts = verdictsOf(this.#data);
    const fields = new Fields(`data.${EXTRA}.verdicts`);
    for (const [seq, verdict] of (verdicts ?? []).entries()) {
      fields.index = seq;
      const { queryId, predictionId, evidence } = verdict;
      for (const [key, ref] of Object.entries({ queryId, predictionId })) {
        if (ref !== undefined) this.#known(fields, ref, { key, kind: NODE });
      }
      for (const ref of evidence) this.#known(fields, ref, { key: "evidence", kind: NODE });
      this.#table.verdicts.push(verdictEvent(verdict, this.#header.id, seq));
      this.#table.firstAt = Math.min(this.#table.firstAt, verdict.at);
    }
    return verdicts;
  }

  /** Returns milliseconds since the epoch; NaN for an invalid time, which a later check reports. */
  #timeOf(record: Json | undefined): number {
    const written = record?.created_at;
    return (typeof written === "string" ? this.#times.parse(written) : undefined) ?? Number.NaN;
  }

  #addHeader(): void {
    const { id: graph, user, system, strict, metadata } = this.#header;
    const verdicts = this.#addVerdicts();
    const { firstAt } = this.#table;
    const at = Number.isFinite(firstAt) ? firstAt : this.#last;
    const origin = originOf(without(this.#top, "data"), headerFields({ ...this.#header, at }));
    const lists = ["nodes", "edges", "operations", "sessions"];
    const dataFields = without(this.#data, ...lists, ...(verdicts === undefined ? [] : [EXTRA]));
    const hasData = Object.keys(dataFields).length > 0;
    this.#table.firstAt = at;
    this.#table.headers.push(
      defined({
        ...{ type: "graph", id: graph, graph, at: this.#last, user, system, strict, metadata },
        origin: { ...origin, ...(hasData ? { dataFields } : {}) },
        imported: READ,
      }),
    );
  }

  #annotations(): Json[] | undefined {
    const annotations = this.#data.annotations;
    if (annotations === undefined) return undefined;
    if (!Array.isArray(annotations)) throw new DamageError("data.annotations", "must be a list");
    const fields = new Fields("data.annotations");
    return annotations.map((item, index) => {
      const record = fields.moveTo(item, index);
      fields.text(record.query, "query");
      fields.anyText(record.prediction, "prediction");
      for (const key of ["query_id", "prediction_id"]) {
        const id = fields.optionalText(record[key], key);
        if (id !== undefined) this.#known(fields, id, { key, kind: NODE });
      }
      return record;
    });
  }
}

const GraphId = z.string().check(...graphIdRules);

function headerOf(top: Json): GraphHeader {
  const fields: Fields = new Fields("");
  fields.moveTo(top, 0);
  const id = GraphId.safeParse(fields.text(top.graph_id, "graph_id"));
  if (!id.success) fields.fail("graph_id", id.error.issues[0]?.message ?? "is not an id");
  const user = fields.optionalName(top.user_id, "user_id");
  if (user !== undefined && !ADDRESSABLE.test(user)) fields.fail("user_id", NOT_ADDRESSABLE);
  const created = top.created_at;
  const at = typeof created === "string" ? parseTime(created) : 0;
  if (at === undefined) fields.fail("created_at", noTime(String(created)));
  return defined({
    id: id.data,
    at,
    user,
    system: fields.optionalName(top.project_id, "project_id"),
    strict: typeof top.strict === "boolean" ? top.strict : undefined,
    metadata: fields.optionalObject(top.metadata, "metadata"),
  });
}

function noTime(written: string): string {
  return `${written} is not a time of the years 0 to 9999; write 2026-05-04 09:00:00.000`;
}

function without(record: Json, ...keys: string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
