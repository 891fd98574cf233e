/**
 * Reads the smartcomment export, the JSON format of MemTraceBench files, into events. Lossless:
 * whatever a record holds that the graph's model has no place for travels in its `origin`.
 */
import { GraphId, type TraceEvent } from "../protocol/events.ts";
import { defined } from "./defined.ts";
import type { GraphHeader, Source } from "./model.ts";
import { fullNameOf, variableIdOf } from "./model.ts";
import { type Damage, DamageError, Fields, type Json, object } from "./record-fields.ts";
import { originOf, RecordOrigins } from "./smartcomment-origin.ts";
import { headerFields } from "./smartcomment-records.ts";
import { parseTime, Times } from "./smartcomment-time.ts";

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
 * @param digest identifies the file's content: of several exports of one graph, each has a header
 */
export function readSmartcomment(
  file: unknown,
  digest: string,
): { ok: true; file: SmartcommentFile } | { ok: false; damage: Damage } {
  try {
    return { ok: true, file: new FileReader(file).read(digest) };
  } catch (error) {
    if (error instanceof DamageError) return { ok: false, damage: error.damage };
    throw error;
  }
}

type EventOf<T extends TraceEvent["type"]> = Extract<TraceEvent, { type: T }>;
class FileReader {
  readonly #top: Json;
  readonly #data: Json;
  readonly #header: GraphHeader;
  readonly #origins: RecordOrigins;
  readonly #times = new Times();
  readonly #events: TraceEvent[] = [];
  readonly #eventIds = new Set<string>();
  readonly #nodeIds = new Set<string>();
  readonly #operationIds = new Set<string>();
  #first = Number.POSITIVE_INFINITY;
  #last: number;
  /** A list's own order is kept: the ordering time never runs backwards within it. */
  #at = 0;

  constructor(file: unknown) {
    this.#top = object(file, "the file");
    this.#data = object(this.#top.data, "data");
    this.#header = headerOf(this.#top);
    this.#origins = new RecordOrigins(this.#header);
    this.#last = this.#header.at;
  }

  read(digest: string): SmartcommentFile {
    this.#each("sessions", (fields) => this.#session(fields));
    this.#each("nodes", (fields) => this.#node(fields));
    this.#each("operations", (fields) => this.#operation(fields));
    this.#each("edges", (fields) => this.#edge(fields));
    const annotations = this.#annotations();
    this.#events.push(this.#headerEvent(digest));
    return defined({ graphId: this.#header.id, events: this.#events, annotations });
  }

  #each(list: string, read: (fields: Fields) => TraceEvent): void {
    const records = this.#data[list];
    if (!Array.isArray(records)) throw new DamageError(`data.${list}`, "must be a list");
    const fields = new Fields(`data.${list}`);
    this.#at = 0;
    for (let index = 0; index < records.length; index++) {
      fields.moveTo(records[index], index);
      this.#events.push(read(fields));
    }
  }

  #session(fields: Fields): TraceEvent {
    const session = fields.text("session_id");
    const event: EventOf<"session"> = {
      ...{ type: "session", id: `session:${session}`, graph: this.#header.id },
      ...{ at: this.#time(fields), seq: fields.index, session },
      name: fields.optionalText("session_name"),
      ...{ category: fields.optionalText("category"), comment: fields.optionalText("comment") },
      ...{ metadata: metadataOf(fields), source: sourceOf(fields), origin: undefined },
    };
    this.#claim(event.id, fields, "session_id");
    event.origin = this.#origins.ofSession(fields.record, event);
    return event;
  }

  // The three below read all but a few of a file's records: one literal each, without a spread.

  #node(fields: Fields): TraceEvent {
    const name = fields.text("name");
    const className = fields.optionalText("class_name");
    const version = fields.version("version");
    const ref = variableIdOf(fullNameOf(name, className), version);
    if (this.#nodeIds.has(ref)) fields.failWhole(`${ref} occurs twice`);
    this.#nodeIds.add(ref);
    const event: EventOf<"variable"> = {
      type: "variable",
      id: `variable:${ref}`,
      graph: this.#header.id,
      at: this.#time(fields),
      seq: fields.index,
      ref,
      session: fields.optionalText("session_id"),
      name,
      class: className,
      version,
      value: fields.anyText("value"),
      category: fields.optionalText("category"),
      comment: fields.optionalText("comment"),
      metadata: metadataOf(fields),
      source: sourceOf(fields),
      origin: undefined,
    };
    event.origin = this.#origins.ofNode(fields.record, event);
    return event;
  }

  #operation(fields: Fields): TraceEvent {
    const op = fields.text("op_id");
    const event: EventOf<"operation"> = {
      type: "operation",
      id: `operation:${op}`,
      graph: this.#header.id,
      at: this.#time(fields),
      seq: fields.index,
      op,
      session: fields.optionalText("session_id"),
      name: fields.text("op_name"),
      category: fields.optionalText("category"),
      comment: fields.optionalText("comment"),
      metadata: metadataOf(fields),
      source: sourceOf(fields),
      origin: undefined,
    };
    this.#claim(event.id, fields, "op_id");
    this.#operationIds.add(op);
    event.origin = this.#origins.ofOperation(fields.record, event);
    return event;
  }

  #edge(fields: Fields): TraceEvent {
    const id = fields.text("edge_id");
    this.#claim(id, fields, "edge_id");
    const op = fields.text("op_id");
    if (!this.#operationIds.has(op)) {
      fields.fail("op_id", `${op}: no operation of the file has this id`);
    }
    const event: EventOf<"link"> = {
      type: "link",
      id,
      graph: this.#header.id,
      at: this.#time(fields),
      seq: fields.index,
      op,
      session: fields.optionalText("session_id"),
      from: this.#end(fields, "source_full_node_id"),
      to: this.#end(fields, "target_full_node_id"),
      category: fields.optionalText("category"),
      comment: fields.optionalText("comment"),
      metadata: metadataOf(fields),
      source: sourceOf(fields),
      origin: undefined,
    };
    event.origin = this.#origins.ofEdge(fields.record, event);
    return event;
  }

  /** The other records' events are named after them, an edge's event as the edge is. */
  #claim(event: string, fields: Fields, key: string): void {
    const isTaken =
      this.#eventIds.has(event) ||
      (event.startsWith(NODE_EVENT) && this.#nodeIds.has(event.slice(NODE_EVENT.length)));
    if (isTaken)
      fields.fail(key, `${fields.text(key)} occurs twice, or is the name of another record`);
    this.#eventIds.add(event);
  }

  #end(fields: Fields, key: string): string {
    const id = fields.text(key);
    if (!this.#nodeIds.has(id)) fields.fail(key, `${id}: no node of the file has this id`);
    return id;
  }

  #time(fields: Fields): number {
    const written = fields.text("created_at");
    const at = this.#times.parse(written);
    if (at === undefined) fields.fail("created_at", noTime(written));
    this.#at = Math.max(this.#at, at);
    this.#first = Math.min(this.#first, this.#at);
    this.#last = Math.max(this.#last, this.#at);
    return this.#at;
  }

  /** Comes last in time, so that of several exports of one graph the latest header holds. */
  #headerEvent(digest: string): TraceEvent {
    const { id: graph, user, system, strict, metadata } = this.#header;
    const at = Number.isFinite(this.#first) ? this.#first : this.#last;
    const origin = originOf(without(this.#top, "data"), headerFields({ ...this.#header, at }));
    const dataFields = without(this.#data, "nodes", "edges", "operations", "sessions");
    const hasData = Object.keys(dataFields).length > 0;
    return defined({
      ...{ type: "graph", id: `graph:${digest}`, graph, at: this.#last },
      ...{ user, system, strict, metadata },
      origin: { ...origin, ...(hasData ? { dataFields } : {}) },
    });
  }

  #annotations(): Json[] | undefined {
    const annotations = this.#data.annotations;
    if (annotations === undefined) return undefined;
    if (!Array.isArray(annotations)) throw new DamageError("data.annotations", "must be a list");
    const fields = new Fields("data.annotations");
    return annotations.map((item, index) => {
      fields.moveTo(item, index);
      fields.text("query");
      fields.anyText("prediction");
      for (const key of ["query_id", "prediction_id"]) {
        if (fields.optionalText(key) !== undefined) this.#end(fields, key);
      }
      return fields.record;
    });
  }
}

const NODE_EVENT = "variable:";

function headerOf(top: Json): GraphHeader {
  const fields: Fields = new Fields("");
  fields.moveTo(top, 0);
  const id = GraphId.safeParse(top.graph_id);
  if (!id.success) fields.fail("graph_id", id.error.issues[0]?.message ?? "is not an id");
  const created = top.created_at;
  const at = typeof created === "string" ? parseTime(created) : 0;
  if (at === undefined) fields.fail("created_at", noTime(String(created)));
  return defined({
    id: id.data,
    at,
    user: fields.optionalText("user_id"),
    system: fields.optionalText("project_id"),
    strict: typeof top.strict === "boolean" ? top.strict : undefined,
    metadata: fields.optionalObject("metadata"),
  });
}

function noTime(written: string): string {
  return `${written} is not a time of the years 0 to 9999; write 2026-05-04 09:00:00.000`;
}

function metadataOf(fields: Fields): Json | undefined {
  const metadata = fields.optionalObject("metadata");
  for (const _ in metadata) return metadata;
  return undefined;
}

function sourceOf(fields: Fields): Source | undefined {
  const file = fields.optionalText("filename");
  const { lineno } = fields.record;
  const line = typeof lineno === "number" ? lineno : undefined;
  if (file === undefined) return line === undefined ? undefined : { line };
  return line === undefined ? { file } : { file, line };
}

function without(record: Json, ...keys: string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
