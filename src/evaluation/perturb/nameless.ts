/**
 * Gives each version of a memory unit a new name of its own, so each version becomes a separate
 * unit.
 */

import { kindOfNode, type TraceJson, textOf, withNodes } from "../trace-file.ts";
import { unknownWord } from "./random.ts";

export function withoutUnitNames(file: TraceJson, seed: number): TraceJson {
  const ids = new Map<string, string>();
  const nodes = file.nodes.map((node) => {
    const id = textOf(node.full_node_id);
    if (id === undefined || kindOfNode(node) !== "memory") return node;
    const name = `value-${unknownWord(seed, "unit", id)}-${ids.size}`;
    const className = textOf(node.class_name);
    const fullName = className ? `${className}:${name}` : name;
    const given = { name, version: 1, full_name: fullName, full_node_id: `${fullName}@1` };
    ids.set(id, given.full_node_id);
    return { ...node, ...given, node_id: `${name}@1` };
  });
  return withNodes(file, nodes, ids);
}
