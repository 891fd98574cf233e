/**
 * Computes the `origin` of an imported record. Some fields of the file have no place in the graph,
 * or have another form there. The `origin` keeps them, so that an export can write them unchanged.
 */
import type { Described, GraphHeader, Source } from "../model.ts";
import { fullNameOf, variableIdOf } from "../model.ts";
import { operationExtra, sessionExtra, variableExtra } from "./extra-fields.ts";
import { RecordTexts } from "./file-records.ts";
import { Times } from "./file-time.ts";
import type { Json } from "./record-fields.ts";

export type RecordForm = "node" | "edge" | "operation" | "session";

const COMMON_FIELDS = 9;
const FIELDS: Readonly<Record<RecordForm, number>> = {
  node: COMMON_FIELDS + 9,
  edge: COMMON_FIELDS + 6,
  operation: COMMON_FIELDS + 4,
  session: COMMON_FIELDS + 3,
};

export class RecordOrigins {
  readonly #graph: string;
  readonly #user: string | null;
  readonly #project: string | null;
  readonly #texts: RecordTexts;
  readonly #times = new Times();
  #trigger = { file: "" as unknown, line: 0 as unknown, text: ":0" };

  constructor(header: GraphHeader) {
    this.#graph = header.id;
    this.#user = header.user ?? null;
    this.#project = header.system ?? null;
    this.#texts = new RecordTexts(header);
  }

  /**
   * Returns the record's `origin`: the fields that an export of the graph would otherwise lose or
   * change. Returns undefined if there are none.
   * @param record a record that passed all checks
   * @param at time of the record in the graph
   */
  of(form: RecordForm, record: Json, at: number): Json | undefined {
    if (this.#isPlain(form, record, at)) return undefined;
    const written: Json = JSON.parse(this.#written(form, record, at));
    // An export never changes metadata, so `originOf` need not find a difference in it. Give it the
    // same object on both sides. Metadata can be nested so deeply that comparing it with a copy
    // would overflow the stack.
    const metadata = metadataOf(record.metadata);
    return originOf(record, metadata === undefined ? written : { ...written, metadata });
  }

  /**
   * Whether an export could write the record exactly as it is in the file, even without `origin`.
   * Such a record needs no `origin`.
   */
  #isPlain(form: RecordForm, record: Json, at: number): boolean {
    return (
      fieldCount(record) === FIELDS[form] &&
      record.graph_id === this.#graph &&
      record.user_id === this.#user &&
      record.project_id === this.#project &&
      record.category !== null &&
      isTextOrNull(record.category) &&
      isTextOrNull(record.comment) &&
      textOf(record.session_id) !== undefined &&
      typeof record.metadata === "object" &&
      record.metadata !== null &&
      this.#isPlainSource(record) &&
      record.created_at === this.#times.format(at) &&
      (form !== "node" || hasPlainNames(record)) &&
      (form !== "operation" || textOf(record.op_name) !== undefined) &&
      (form !== "session" || isTextOrNull(record.session_name))
    );
  }

  #isPlainSource({ filename, lineno, trigger_point }: Json): boolean {
    if (typeof filename !== "string" || typeof lineno !== "number") return false;
    if (filename !== this.#trigger.file || lineno !== this.#trigger.line) {
      this.#trigger = { file: filename, line: lineno, text: `${filename}:${lineno}` };
    }
    return trigger_point === this.#trigger.text;
  }

  /** Returns the JSON text that an export writes for this record, but without `metadata`. */
  #written(form: RecordForm, record: Json, at: number): string {
    const { metadata: _, ...rest } = describedBy(record);
    const described = { ...rest, at, session: textOf(record.session_id) };
    switch (form) {
      case "node": {
        const name = textOf(record.name) ?? "";
        const className = textOf(record.class_name);
        const version = Number(record.version);
        const value = String(record.value);
        const fullName = fullNameOf(name, className);
        const extra = variableExtra(record);
        return this.#texts.node({
          ...{ ...described, name, className, fullName, version, value, ...extra },
        });
      }
      case "edge": {
        const [id = "", op = ""] = [textOf(record.edge_id), textOf(record.op_id)];
        const from = textOf(record.source_full_node_id) ?? "";
        const to = textOf(record.target_full_node_id) ?? "";
        return this.#texts.edge({ ...described, id, op, from, to });
      }
      case "operation": {
        const id = textOf(record.op_id) ?? "";
        const name = textOf(record.op_name) ?? id;
        return this.#texts.operation({ ...described, id, name, ...operationExtra(record) });
      }
      case "session": {
        const id = described.session ?? "";
        const name = textOf(record.session_name);
        return this.#texts.session({ ...described, id, name, ...sessionExtra(record) });
      }
    }
  }
}

/** Returns the fields of an imported record that the graph's model can represent. */
export function describedBy(record: Json): Omit<Described, "at" | "origin"> {
  return {
    category: textOf(record.category),
    comment: textOf(record.comment),
    metadata: metadataOf(record.metadata),
    source: sourceOf(record),
  };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function metadataOf(value: unknown): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const _ in value) return value as Json;
  return undefined;
}

export function sourceOf({ filename, lineno }: Json): Source | undefined {
  const file = textOf(filename);
  const line = typeof lineno === "number" ? lineno : undefined;
  if (file === undefined) return line === undefined ? undefined : { line };
  return line === undefined ? { file } : { file, line };
}

/**
 * Compares an imported record with the record that an export would write. `fields` contains the
 * fields that the export would lose or change. `absent` lists the fields that the export would add.
 * Returns undefined if the export would change nothing.
 */
export function originOf(original: Json, written: Json): Json | undefined {
  const fields = Object.entries(original).filter(
    ([key, value]) => !Object.hasOwn(written, key) || !sameJson(value, written[key]),
  );
  const absent = Object.keys(written).filter((key) => !Object.hasOwn(original, key));
  if (fields.length === 0 && absent.length === 0) return undefined;
  return { fields: Object.fromEntries(fields), ...(absent.length > 0 ? { absent } : {}) };
}

function hasPlainNames({ name, version, class_name, full_name, node_id, full_node_id }: Json) {
  if (!isTextOrNull(class_name)) return false;
  const fullName = class_name === null ? name : fullNameOf(String(name), String(class_name));
  const id = variableIdOf(String(name), Number(version));
  return (
    full_name === fullName &&
    node_id === id &&
    full_node_id === (class_name === null ? id : variableIdOf(String(fullName), Number(version)))
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || (typeof value === "string" && value !== "");
}

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
