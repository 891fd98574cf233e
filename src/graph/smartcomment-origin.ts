/** What of an imported record writing it again would not give back: its `origin`. */
import type { TraceEvent } from "../protocol/events.ts";
import type { GraphHeader } from "./model.ts";
import { fullNameOf, variableIdOf } from "./model.ts";
import type { Json } from "./record-fields.ts";
import { RecordTexts } from "./smartcomment-records.ts";
import { Times } from "./smartcomment-time.ts";

type EventOf<T extends TraceEvent["type"]> = Extract<TraceEvent, { type: T }>;
type RecordEvent = EventOf<"session" | "variable" | "operation" | "link">;

/** Fields of every record. */
const COMMON_FIELDS = 9;

export class RecordOrigins {
  readonly #graph: string;
  readonly #user: string | null;
  readonly #project: string | null;
  readonly #texts: RecordTexts;
  readonly #times = new Times();
  #trigger = { file: null as unknown, line: null as unknown, text: "null:null" };

  constructor(header: GraphHeader) {
    this.#graph = header.id;
    this.#user = header.user ?? null;
    this.#project = header.system ?? null;
    this.#texts = new RecordTexts(header);
  }

  ofNode(record: Json, event: EventOf<"variable">): Json | undefined {
    const { name, version = 1, value = "", class: className, session } = event;
    const fullName = fullNameOf(name, className);
    const isPlain =
      this.#isPlain(record, event, COMMON_FIELDS + 9) &&
      record.session_id === (session ?? null) &&
      record.class_name === (className ?? null) &&
      record.full_name === fullName &&
      record.full_node_id === event.ref &&
      record.node_id === (className === undefined ? event.ref : variableIdOf(name, version));
    if (isPlain) return undefined;
    return differenceOf(
      record,
      this.#texts.node({ ...event, fullName, className, version, value, mutates: undefined }),
    );
  }

  ofEdge(record: Json, event: EventOf<"link">): Json | undefined {
    const isPlain =
      this.#isPlain(record, event, COMMON_FIELDS + 6) &&
      record.session_id === (event.session ?? null);
    return isPlain ? undefined : differenceOf(record, this.#texts.edge(event));
  }

  ofOperation(record: Json, event: EventOf<"operation">): Json | undefined {
    const isPlain =
      this.#isPlain(record, event, COMMON_FIELDS + 4) &&
      record.session_id === (event.session ?? null);
    if (isPlain) return undefined;
    return differenceOf(record, this.#texts.operation({ ...event, id: event.op }));
  }

  ofSession(record: Json, event: EventOf<"session">): Json | undefined {
    const isPlain =
      this.#isPlain(record, event, COMMON_FIELDS + 3) &&
      record.session_name === (event.name ?? null);
    if (isPlain) return undefined;
    return differenceOf(record, this.#texts.session({ ...event, id: event.session }));
  }

  /** Whether what all forms share is there, is as it will be written, and the rest is no more. */
  #isPlain(record: Json, event: RecordEvent, fields: number): boolean {
    return (
      fieldCount(record) === fields &&
      record.graph_id === this.#graph &&
      record.user_id === this.#user &&
      record.project_id === this.#project &&
      record.category === event.category &&
      record.comment === (event.comment ?? null) &&
      (event.metadata === undefined
        ? isEmpty(record.metadata)
        : record.metadata === event.metadata) &&
      this.#isPlainSource(record, event) &&
      record.created_at === this.#times.format(event.at)
    );
  }

  #isPlainSource(record: Json, { source }: RecordEvent): boolean {
    const file = source?.file ?? null;
    const line = source?.line ?? null;
    if (record.filename !== file || record.lineno !== line) return false;
    if (file !== this.#trigger.file || line !== this.#trigger.line) {
      this.#trigger = { file, line, text: `${file}:${line}` };
    }
    return record.trigger_point === this.#trigger.text;
  }
}

/** What has to be kept so that the text that is written becomes the record again. */
function differenceOf(record: Json, text: string): Json | undefined {
  return originOf(record, JSON.parse(text));
}

export function originOf(original: Json, written: Json): Json | undefined {
  const fields = Object.entries(original).filter(
    ([key, value]) => !Object.hasOwn(written, key) || !sameJson(value, written[key]),
  );
  const absent = Object.keys(written).filter((key) => !Object.hasOwn(original, key));
  if (fields.length === 0 && absent.length === 0) return undefined;
  return { fields: Object.fromEntries(fields), ...(absent.length > 0 ? { absent } : {}) };
}

/** Whole numbers and texts only as they are; a record as deep as `a` is never gone through. */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson((a as Json)[key], (b as Json)[key]))
  );
}

function fieldCount(record: Json): number {
  let count = 0;
  for (const _ in record) count++;
  return count;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && fieldCount(value as Json) === 0;
}
