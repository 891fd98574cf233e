/** Recognises operations that work on a question, by the labels of what they read. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { kindOf } from "./record-categories.ts";

/** Whether the operation read a question, so that its outputs belong to an answer. */
export function readsQuestion(graph: EvolutionGraph, op: string): boolean {
  return graph.linksOf(op).some(({ from }) => {
    const input = graph.variables.get(from);
    return input !== undefined && kindOf(input) === "query";
  });
}
