/** Writes the records of one graph as JSON text, in the format of a smartcomment export. */
import type { Described, GraphHeader, Link, Operation, Session, Variable } from "../model.ts";
import { variableIdOf } from "../model.ts";
import { extraOfOperation, extraOfSession, extraOfVariable } from "./extra-fields.ts";
import { formatTime, Times } from "./file-time.ts";

/* Defaults, because smartcomment rejects a record without a file and a line. */
const NO_FILE: string = "";
const NO_LINE: number = 0;
/** Id of the session that smartcomment gives to records without a session. */
export const NO_SESSION = "__none__";

export class RecordTexts {
  readonly #ofGraph: string;
  readonly #quoted = new Map<string, string>();
  #source = { file: NO_FILE, line: NO_LINE, text: sourceText(NO_FILE, NO_LINE) };
  readonly #times = new Times();

  constructor({ id, user, system }: Pick<GraphHeader, "id" | "user" | "system">) {
    this.#ofGraph =
      `"graph_id":${JSON.stringify(id)},"user_id":${JSON.stringify(user ?? null)}` +
      `,"project_id":${JSON.stringify(system ?? null)}`;
  }

  node(variable: Omit<Variable, "id">): string {
    const { version } = variable;
    const name = JSON.stringify(variable.name);
    const fullName = variable.className === undefined ? name : JSON.stringify(variable.fullName);
    return (
      `${this.#common(variable)}${this.#inSession(variable.session)},"name":${name}` +
      `,"version":${version},"value":${JSON.stringify(variable.value)}` +
      `,"category":${this.#label(variable.category ?? "variable")}` +
      `,"class_name":${this.#label(variable.className)},"full_name":${fullName}` +
      `,"node_id":${quotedId(name, version)},"full_node_id":${quotedId(fullName, version)}` +
      `${extraOfVariable(variable)}}`
    );
  }

  edge(link: Link): string {
    return (
      `${this.#common(link)}${this.#inSession(link.session)},"edge_id":${JSON.stringify(link.id)}` +
      `,"op_id":${JSON.stringify(link.op)},"category":${this.#label(link.category ?? "operation")}` +
      `,"source_full_node_id":${JSON.stringify(link.from)}` +
      `,"target_full_node_id":${JSON.stringify(link.to)}}`
    );
  }

  operation(operation: Operation): string {
    return (
      `${this.#common(operation)}${this.#inSession(operation.session)}` +
      `,"op_id":${JSON.stringify(operation.id)},"op_name":${this.#label(operation.name)}` +
      `,"category":${this.#label(operation.category ?? "operation")}${extraOfOperation(operation)}}`
    );
  }

  session(session: Session): string {
    return (
      `${this.#common(session)}${this.#inSession(session.id)}` +
      `,"session_name":${JSON.stringify(session.name ?? null)}` +
      `,"category":${this.#label(session.category ?? "session")}${extraOfSession(session)}}`
    );
  }

  #common(record: Described): string {
    const { metadata } = record;
    return (
      `{"created_at":"${this.#times.format(record.at)}",${this.#sourceOf(record)}` +
      `,"metadata":${metadata === undefined ? "{}" : JSON.stringify(metadata)}` +
      `,${this.#ofGraph},"comment":${JSON.stringify(record.comment ?? null)}`
    );
  }

  #inSession(session: string | undefined): string {
    return `,"session_id":${this.#label(session ?? NO_SESSION)}`;
  }

  /** Caches the JSON text, because many records share a label. */
  #label(text: string | undefined): string {
    if (text === undefined) return "null";
    const known = this.#quoted.get(text);
    if (known !== undefined) return known;
    const quoted = JSON.stringify(text);
    this.#quoted.set(text, quoted);
    return quoted;
  }

  #sourceOf({ source }: Described): string {
    const file = source?.file ?? NO_FILE;
    const line = source?.line ?? NO_LINE;
    if (file !== this.#source.file || line !== this.#source.line) {
      this.#source = { file, line, text: sourceText(file, line) };
    }
    return this.#source.text;
  }
}

/** Returns the fields of the export file that are outside of `data`. */
export function headerFields(header: GraphHeader): Record<string, unknown> {
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

function sourceText(file: string, line: number): string {
  return (
    `"filename":${JSON.stringify(file)},"lineno":${JSON.stringify(line)}` +
    `,"trigger_point":${JSON.stringify(`${file}:${line}`)}`
  );
}

/** `quotedName` is the full name as JSON text. */
function quotedId(quotedName: string, version: number): string {
  return `${variableIdOf(quotedName.slice(0, -1), version)}"`;
}
