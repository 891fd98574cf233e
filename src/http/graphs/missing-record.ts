/**
 * Creates the errors for records that are not in the graph. If the caller gave, for example, a name
 * in place of an id, the error says which id is probably meant.
 */
import { parseVariableId } from "../../graph/build/variable-versions.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { ApiError } from "../errors.ts";

const MAX_QUOTED_CHARS = 200;

export function missingVariable(graph: EvolutionGraph, id: string): ApiError {
  const latest = graph.versionsOf(id).at(-1);
  if (latest !== undefined) {
    const meant = `This is a name; the id of its latest version is ${latest.id}.`;
    return missing("variable", id, meant);
  }
  const known = graph.versionsOf(parseVariableId(id)?.fullName ?? "").at(-1);
  const renumbered =
    known && `The latest version of this name is ${known.id}; a late event may have renumbered it.`;
  return missing("variable", id, renumbered);
}

export function missingName(graph: EvolutionGraph, name: string): ApiError {
  const version = graph.variables.get(name);
  return missing("name", name, version && `This is an id; its name is ${version.fullName}.`);
}

/** @param name a full name for which the graph has no memory unit */
export function missingUnit(graph: EvolutionGraph, name: string): ApiError {
  if (graph.versionsOf(name).length === 0) return missingName(graph, name);
  const meant = "This is the name of a value that is not a memory unit: request its `versions`.";
  return missing("memory unit", name, meant);
}

export function missingOperation(id: string): ApiError {
  return missing("operation", id, undefined);
}

function missing(kind: string, asked: string, meant: string | undefined): ApiError {
  const quoted = asked.slice(0, MAX_QUOTED_CHARS).toWellFormed();
  const message = `This graph has no ${kind} ${quoted}.`;
  return new ApiError("not_found", meant === undefined ? message : `${message} ${meant}`);
}
