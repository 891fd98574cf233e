import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { madeOf } from "../../graph/flow/made-of.ts";
import { MAX_MADE, MAX_MADE_CHARS, type MadeOf } from "../../protocol/api/explorer/made-of.ts";
import { boundedWork } from "../bounded-work.ts";
import { findVariable } from "./graph-answers.ts";

export async function madeOfAnswer(graph: EvolutionGraph, id: string): Promise<MadeOf> {
  const start = findVariable(graph, id);
  const work = madeOf(graph, start, MAX_MADE);
  const { made, links, missingWords, isComplete } = await boundedWork(
    work,
    "Ask for a `walk` with fewer links (`maxDepth`).",
  );
  const { rows } = graph;
  const ends = links.map((link) => ({
    op: rows.operationId(rows.table.links.op.at(link)),
    from: rows.variableId(rows.table.links.from.at(link)),
    to: rows.variableId(rows.table.links.to.at(link)),
  }));
  return {
    variables: made.map(({ variable, role, depth, isDropped }) => ({
      ...{ id: variable.id, role, depth, isDropped },
      category: variable.category ?? null,
      text: variable.value.slice(0, MAX_MADE_CHARS).toWellFormed(),
    })),
    operations: [...new Set(ends.map(({ op }) => op))].map((op) => {
      const operation = graph.operations.get(op);
      return { id: op, name: operation?.name ?? op, category: operation?.category ?? null };
    }),
    links: ends,
    missingWords: missingWords === undefined ? null : [...missingWords],
    isComplete,
  };
}
