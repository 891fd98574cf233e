/**
 * Finds the records of one graph at which a search for dependent answers starts. It can start at a
 * value, at a prompt text and the operations that read it, or at all messages.
 */
import type { ImpactStart } from "../../../attribution/impact/resting.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { flowIndexOf } from "../../../graph/flow/flow-index.ts";
import { findPromptsInTurns } from "../../../optimization/find-prompts.ts";
import { missingVariable } from "../missing-record.ts";
import type { StartIn } from "./impact-answer.ts";

const NONE: ReadonlySet<string> = new Set();

/** @param wanted the id of one variable, or a full name. A full name stands for all its versions */
export function valueStart(wanted: string): StartIn {
  return function* (graph) {
    yield 1;
    return { variables: new Set(versionsOf(graph, wanted)), operations: NONE };
  };
}

/**
 * Starts from all messages of the graph. This shows what the deletion of an end user would affect,
 * because the user's graphs are then deleted with all their messages.
 */
export const messageStart: StartIn = function* (graph): Generator<number, ImpactStart> {
  const { messages, roles } = yield* flowIndexOf(graph);
  const said = [...messages.rows].filter((row) => roles[row] === "message");
  const variables = new Set(said.map((row) => graph.rows.variableId(row)));
  return { variables, operations: NONE };
};

/** Starts from the operations that read this prompt text. */
export function promptStart(text: string): StartIn {
  return function* (graph) {
    const found = yield* findPromptsInTurns(graph);
    const read = found.filter((prompt) => prompt.text === text);
    return {
      variables: new Set(read.map(({ variable }) => variable)),
      operations: new Set(read.flatMap(({ uses }) => uses.map(({ op }) => op))),
    };
  };
}

/** @throws ApiError if the graph has no such variable */
export function versionsOf(graph: EvolutionGraph, wanted: string): string[] {
  const own = graph.variables.get(wanted);
  const versions = own === undefined ? graph.versionsOf(wanted) : [own];
  if (versions.length === 0) throw missingVariable(graph, wanted);
  return versions.map(({ id }) => id);
}
