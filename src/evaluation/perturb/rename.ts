/**
 * Replaces all categories and classes, and the names of operations and sessions, by made-up words.
 * The names of variables stay. A variable is identified by its name and its class, so all versions
 * of a variable get the same new class.
 */

import { type Json, type TraceJson, textOf, withNodes } from "../trace-file.ts";
import { unknownWord } from "./random.ts";

export function renamed(file: TraceJson, seed: number): TraceJson {
  const used = new Set<string>();
  const fresh = (...key: string[]) => {
    for (let attempt = 0; ; attempt += 1) {
      const word = `${unknownWord(seed, attempt, ...key)}${unknownWord(seed, attempt, "tail", ...key)}`;
      if (used.has(word)) continue;
      used.add(word);
      return word;
    }
  };
  const classes = new Map<string, string>();
  const ids = new Map<string, string>();
  const nodes = file.nodes.map((node) => {
    const full = textOf(node.full_name) ?? fullName(node);
    const written = textOf(node.class_name);
    const className = written && (classes.get(full) ?? fresh("class", full));
    if (className) classes.set(full, className);
    const made: Json = { ...node, class_name: className ?? node.class_name };
    made.full_name = fullName(made);
    made.full_node_id = `${made.full_name}@${node.version}`;
    const id = textOf(node.full_node_id) ?? `${full}@${node.version}`;
    ids.set(id, String(made.full_node_id));
    return categorised(made, () => fresh("variable", id));
  });
  const made = withNodes(file, nodes, ids);
  return {
    ...made,
    edges: made.edges.map((edge, index) => categorised(edge, () => fresh("link", String(index)))),
    operations: file.operations.map((operation, index) => ({
      ...categorised(operation, () => fresh("operation category", String(index))),
      op_name: fresh("operation", String(index)),
    })),
    sessions: file.sessions.map((session, index) => ({
      ...categorised(session, () => fresh("session category", String(index))),
      session_name: fresh("session", String(index)),
    })),
  };
}

function fullName(node: Json): string {
  const className = textOf(node.class_name);
  return className ? `${className}:${node.name}` : String(node.name);
}

function categorised(record: Json, fresh: () => string): Json {
  return textOf(record.category) ? { ...record, category: fresh() } : { ...record };
}
