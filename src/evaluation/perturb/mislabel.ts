/**
 * Gives each operation and link the category of another kind of operation, and changes nothing
 * else. A tracer that trusts categories then finds the wrong cause.
 */
import { type StepKind, stepKindOf } from "../../graph/memory/record-categories.ts";
import { type Json, type TraceJson, textOf } from "../trace-file.ts";

const MISLEADING: Readonly<Record<StepKind | "other", string>> = {
  extraction: "memory_update",
  update: "memory_extraction",
  deletion: "memory_write",
  retrieval: "memory_extraction",
  answer: "memory_update",
  judge: "memory_retrieval",
  other: "memory_deletion",
};

export function mislabelled(file: TraceJson): TraceJson {
  return {
    ...file,
    operations: file.operations.map(relabelled),
    edges: file.edges.map(relabelled),
  };
}

function relabelled(record: Json): Json {
  const category = textOf(record.category);
  if (category === undefined || category === "") return record;
  return { ...record, category: MISLEADING[stepKindOf({ category }) ?? "other"] };
}
