/**
 * Decides which variables are messages: texts that users or agents sent, not texts of the memory.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";
import { kindOf, kindsByRow } from "./record-categories.ts";
import { shapesOf } from "./structural-signatures.ts";

/**
 * If the graph labels any variable as a message, only variables with such a label are messages.
 * Otherwise, every variable that `mayBeMessage` accepts is a message.
 */
export function isMessage(graph: EvolutionGraph, variable: Variable): boolean {
  if (graph.derived(messagesAreNamed)) return kindOf(variable) === "message";
  return mayBeMessage(graph, variable);
}

/**
 * Tests a variable of a graph whose labels name no messages. The variable can be a message if no
 * operation wrote it and only few operations read it. A value that many operations read is a
 * prompt.
 */
export function mayBeMessage(graph: EvolutionGraph, variable: Variable): boolean {
  const kind = kindOf(variable);
  return (
    (kind === undefined || kind === "other") &&
    graph.linksTo(variable).length === 0 &&
    !shapesOf(graph).isStanding(variable)
  );
}

function messagesAreNamed(graph: EvolutionGraph): boolean {
  const kindAt = kindsByRow(graph);
  return graph.rows.variables.some((row) => kindAt(row) === "message");
}
