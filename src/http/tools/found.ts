/** Finds the records that a tool's arguments name. Errors say where valid ids are. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Source } from "../../graph/model.ts";
import type { Case } from "../../protocol/api/api.ts";
import { ApiError } from "../errors.ts";
import { loadGraph } from "../graphs/graph-revision.ts";
import type { ToolContext } from "./tool.ts";
import { excerpt } from "./tool-result.ts";

const MAX_ID_CHARS = 200;

export async function foundCase({ project }: ToolContext, id: string): Promise<Case> {
  const found = await project.cases.find(id);
  if (found !== undefined) return found;
  throw missing(`There is no case ${excerpt(id, MAX_ID_CHARS)} in this project.`);
}

export async function foundGraph({ project }: ToolContext, id: string): Promise<EvolutionGraph> {
  const found = await loadGraph(project, id);
  if (found !== undefined) return found;
  throw missing(`There is no graph ${excerpt(id, MAX_ID_CHARS)} in this project.`);
}

const missing = (what: string) =>
  new ApiError("not_found", `${what} list_cases shows the ids of cases and of their graphs.`);

export function shownOperation(graph: EvolutionGraph, id: string | null) {
  if (id === null) return null;
  const operation = graph.operations.get(id);
  if (operation === undefined) return { id, name: id, source: null };
  const { name, status, error } = operation;
  return {
    id,
    name,
    source: lineOf(operation.source) ?? lineOfOutputs(graph, id),
    ...(status === "error" ? { status, error: excerpt(error ?? "") } : {}),
  };
}

function lineOfOutputs(graph: EvolutionGraph, op: string): string | null {
  for (const { source } of graph.endsOf(op).outputs) {
    const line = lineOf(source);
    if (line !== null) return line;
  }
  return null;
}

/** Returns the position as `file:line`, which editors can open. */
function lineOf(source: Source | undefined): string | null {
  if (!source?.file) return null;
  return source.line ? `${source.file}:${source.line}` : source.file;
}
