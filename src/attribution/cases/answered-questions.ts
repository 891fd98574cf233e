import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import { kindsByRow } from "../../graph/memory/record-categories.ts";
import type { Operation, Variable } from "../../graph/model.ts";

export interface AnsweredQuestion {
  readonly query: Variable;
  readonly answer: Variable;
  /** The operation that read the question and wrote the answer. */
  readonly op: Operation;
  /** When `op` began and ended, in milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Returns one entry for each operation that read exactly one question and wrote an answer. */
export function* answeredQuestions(graph: EvolutionGraph): InTurns<AnsweredQuestion[]> {
  const kindAt = kindsByRow(graph);
  const found: AnsweredQuestion[] = [];
  for (const row of graph.rows.variables) {
    if (kindAt(row) !== "answer") continue;
    const answer = graph.variableAt(row);
    yield costOf(1 + graph.linksTo(answer).length);
    for (const op of writersOf(graph, answer)) {
      const queries = graph
        .endsOf(op.id)
        .inputs.filter(({ id }) => kindAt(graph.rows.findVariable(id)) === "query");
      const [query] = queries;
      if (query === undefined || queries.length > 1) continue;
      const askedAt = op.startedAt ?? op.at;
      const answeredAt = Math.max(askedAt, op.endedAt ?? askedAt);
      found.push({ query, answer, op, askedAt, answeredAt });
    }
  }
  return found;
}

function writersOf(graph: EvolutionGraph, { id }: Variable): Operation[] {
  const ids = new Set(graph.linksTo(id).map(({ op }) => op));
  return [...ids].flatMap((op) => graph.operations.get(op) ?? []);
}
