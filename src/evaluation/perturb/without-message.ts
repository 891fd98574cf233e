/**
 * Removes from a trace one message that no case needs, and everything that was made only from this
 * message. The verdicts should stay the same.
 */

import { drawn } from "../../local/demo/drawn.ts";
import { textsOf } from "../annotation.ts";
import { type Json, kindOfNode, type TraceJson, textOf } from "../trace-file.ts";

/**
 * Messages and prompts are both inputs that no operation wrote. An input that at least this many
 * operations read is treated as a prompt.
 */
const STANDING_USES = 4;
/** Maximum number of messages to try for one variant of a trace. */
const MAX_TRIES = 20;

/**
 * Removes a random message, and everything that was made only from it. If a case needs any of these
 * things, tries another message. Returns undefined if no tried message can be removed.
 */
export function withoutMessage(file: TraceJson, seed: number, run: number): TraceJson | undefined {
  const trace = new Structure(file);
  const needed = new Set(file.annotations.flatMap(namedBy));
  const spare = trace.messages.filter((id) => !needed.has(id));
  for (let attempt = 0; attempt < MAX_TRIES && spare.length > 0; attempt += 1) {
    const at = Math.floor(spare.length * drawn(seed, "dropped", run, attempt));
    const [message] = spare.splice(at, 1);
    if (message === undefined) continue;
    const dropped = trace.madeOf(message);
    if (![...dropped].some((id) => needed.has(id))) return trace.without(dropped);
  }
  return undefined;
}

/** Returns all ids in the annotation. The records with these ids must stay in the trace. */
function namedBy(annotation: Json): string[] {
  const { query_id, prediction_id, golden_answers_id, source_evidence_ids, final_op_id } =
    annotation;
  return [query_id, prediction_id, golden_answers_id, source_evidence_ids, final_op_id].flatMap(
    textsOf,
  );
}

class Structure {
  readonly #file: TraceJson;
  readonly #read = new Map<string, Set<string>>();
  readonly #readers = new Map<string, Set<string>>();
  readonly #writers = new Map<string, Set<string>>();
  readonly #written = new Map<string, Set<string>>();
  readonly messages: readonly string[];

  constructor(file: TraceJson) {
    this.#file = file;
    for (const { op_id, source_full_node_id, target_full_node_id } of file.edges) {
      const [op, from, to] = [op_id, source_full_node_id, target_full_node_id].map(String);
      if (op === undefined || from === undefined || to === undefined) continue;
      add(this.#read, op, from);
      add(this.#readers, from, op);
      add(this.#writers, to, op);
      add(this.#written, op, to);
    }
    const outside = file.nodes.filter((node) => {
      const uses = this.#readers.get(idOf(node))?.size ?? 0;
      return !this.#writers.has(idOf(node)) && uses > 0 && uses < STANDING_USES;
    });
    const called = outside.filter((node) => kindOfNode(node) === "message");
    this.messages = (called.length > 0 ? called : outside).map(idOf);
  }

  /**
   * Returns the ids of everything that would not exist without the message: the message itself, the
   * operations that read nothing else (prompts do not count), and the values that only these
   * operations wrote. The operations that read only these values are included too, and so on.
   */
  madeOf(message: string): ReadonlySet<string> {
    const dropped = new Set([message]);
    for (const id of dropped) {
      for (const op of this.#readers.get(id) ?? []) {
        const read = [...(this.#read.get(op) ?? [])].filter((each) => !this.#isStanding(each));
        if (!read.every((each) => dropped.has(each))) continue;
        dropped.add(op);
        for (const made of this.#written.get(op) ?? []) {
          const writers = [...(this.#writers.get(made) ?? [])];
          if (writers.every((writer) => dropped.has(writer))) dropped.add(made);
        }
      }
    }
    return dropped;
  }

  #isStanding(id: string): boolean {
    return !this.#writers.has(id) && (this.#readers.get(id)?.size ?? 0) >= STANDING_USES;
  }

  without(dropped: ReadonlySet<string>): TraceJson {
    const isKept = (id: unknown) => !dropped.has(String(id));
    return {
      ...this.#file,
      nodes: this.#file.nodes.filter((node) => isKept(idOf(node))),
      operations: this.#file.operations.filter(({ op_id }) => isKept(op_id)),
      edges: this.#file.edges.filter(
        ({ op_id, source_full_node_id, target_full_node_id }) =>
          isKept(op_id) && isKept(source_full_node_id) && isKept(target_full_node_id),
      ),
    };
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

function idOf(node: Json): string {
  return textOf(node.full_node_id) ?? "";
}
