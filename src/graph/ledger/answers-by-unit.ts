/**
 * Finds the answers that each unit contributed to. Follows links backward from each answer to the
 * units that were read for it.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { costOf, type InTurns } from "../in-turns.ts";

/** Maximum number of links between an answer and a unit. */
const MAX_HOPS = 8;
/** Maximum number of links that are followed for one answer. */
const MAX_FOLLOWED = 400;

/**
 * For each unit, returns the rows of the answers that are based on it, earliest first. The key is
 * the index of the unit's full name.
 */
export function* answersByUnit(
  graph: EvolutionGraph,
  index: FlowIndex,
): InTurns<ReadonlyMap<number, readonly number[]>> {
  const byUnit = new Map<number, number[]>();
  for (const answer of yield* answersOf(graph, index)) {
    const { units, followed } = unitsBehind(graph, index, answer);
    yield costOf(1 + followed);
    for (const unit of units) {
      const known = byUnit.get(unit);
      if (known === undefined) byUnit.set(unit, [answer]);
      else known.push(answer);
    }
  }
  return byUnit;
}

/**
 * Returns the answers, earliest first. A variable is an answer if it has the role `answer`, or if a
 * verdict judged it and it is no unit.
 */
function* answersOf({ rows, verdicts }: EvolutionGraph, index: FlowIndex): InTurns<number[]> {
  const answers = new Set(index.messages.rows.filter((row) => index.roles[row] === "answer"));
  yield costOf(index.messages.rows.length / 10);
  for (const { predictionId } of verdicts) {
    const row = predictionId === undefined ? -1 : rows.findVariable(predictionId);
    if (row >= 0 && index.roles[row] !== "unit") answers.add(row);
  }
  const { at } = rows.table.variables;
  return [...answers].sort((a, b) => at.at(a) - at.at(b) || a - b);
}

/**
 * Finds the units that the answer used. The search follows links backward from the answer. It stops
 * at units, messages, questions and other answers. Behind these are values that the answer did not
 * use directly, for example the message from which a unit was made.
 */
function unitsBehind({ rows }: EvolutionGraph, { roles }: FlowIndex, answer: number) {
  const { links, variables } = rows.table;
  const depths = new Map([[answer, 0]]);
  const units = new Set<number>();
  let followed = 0;
  for (const [row, depth] of depths) {
    if (depth === MAX_HOPS) continue;
    for (const link of rows.linksTo.of(row)) {
      if (followed === MAX_FOLLOWED) return { units, followed };
      followed += 1;
      const source = links.from.at(link);
      if (roles[source] === "unit") units.add(variables.fullName.at(source));
      else if (roles[source] === "other" && !depths.has(source)) depths.set(source, depth + 1);
    }
  }
  return { units, followed };
}
