/**
 * Generates the records of an agent whose only memory is its context. Each message is appended to
 * the memory unit, so each version of the unit repeats all messages before. LoCoMo's longest
 * conversation has 689 messages, which make a smartcomment file of 52 MB.
 */
import { generateGraph, textOf, timeOf, type Written } from "./generated-graph.ts";

const FILE = "memory/layers/long_context.py";
const LINE = 71;
const COMMENT =
  "Appends the new message to the memory unit, and drops the oldest messages if the unit becomes too long.";
const MESSAGES_PER_SESSION = 25;
const WORDS = 22;

/** Generates records without end. */
export function* longContextRecords(seed: number): Generator<Written> {
  const { graph_id, user_id, project_id } = generateGraph(seed, 1).file;
  let context = "";
  for (let index = 0; ; index++) {
    const session_id = `session-${Math.floor(index / MESSAGES_PER_SESSION)}`;
    const common = {
      ...{ created_at: timeOf(index * 1_000), filename: FILE, lineno: LINE, comment: COMMENT },
      ...{ graph_id, user_id, project_id, session_id, metadata: {} },
      trigger_point: `${FILE}:${LINE}`,
    };
    const node = (name: string, version: number, value: string, category: string): Written => {
      const id = `${name}@${version}`;
      const named = { name, version, value, category, class_name: null, full_name: name };
      return { list: "nodes", record: { ...common, ...named, node_id: id, full_node_id: id } };
    };
    if (index % MESSAGES_PER_SESSION === 0) {
      const category = "memory_construction";
      yield { list: "sessions", record: { ...common, session_name: null, category } };
    }
    const text = textOf(seed + index, WORDS);
    context += `${index === 0 ? "" : "\n"}Speaker (role: user) says: ${text}`;
    yield node(`message-${index}`, 1, text, "message");
    yield node("memory-unit", index + 1, context, "update");
    const op_id = `op-${index}`;
    const operation = { op_id, op_name: "memory_system.memory_update", category: "update" };
    yield { list: "operations", record: { ...common, ...operation } };
    for (const from of [`message-${index}@1`, ...(index === 0 ? [] : [`memory-unit@${index}`])]) {
      const ends = { source_full_node_id: from, target_full_node_id: `memory-unit@${index + 1}` };
      const edge = { edge_id: `edge-${index}-${from}`, op_id, category: "update", ...ends };
      yield { list: "edges", record: { ...common, ...edge } };
    }
  }
}
