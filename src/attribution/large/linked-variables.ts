/** Adds the variables that the tracer needs around chosen messages and memory units. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Roles } from "../roles/roles.ts";

/** Maximum number of links that are followed from one variable, and of versions of one unit. */
const MOST_EACH = 100;
/** `spread` stops when the chosen part of the graph has this many variables. */
const MOST_VARIABLES = 30_000;
/** Maximum number of operations between a chosen message and a memory unit made from it. */
const FORWARD_STEPS = 8;
/**
 * If the versions of a unit have different names, links lead from one version to the next. The
 * search follows them over at most this many operations.
 */
const VERSION_STEPS = 20;
/** Maximum number of operations between the answer and a text that it was made from. */
const BACKWARD_STEPS = 8;

/**
 * Returns the rows of the chosen variables and of these variables:
 * - the texts from which the answer was made, and all texts that the answering steps read or wrote
 * - the texts that operations made from chosen messages, up to memory units
 * - all versions of each unit found in this way, and the texts directly before and after each
 *   version
 */
export function withLinked(
  graph: EvolutionGraph,
  roles: Roles,
  chosen: ReadonlySet<number>,
): ReadonlySet<number> {
  const part = new Set(chosen);
  const isUnit = (row: number) => roles.units.isVersionRow(row);
  const messages = new Set(roles.messages.map((message) => graph.rowOf(message)));
  const steps = [
    ...roles.retrievalOps,
    ...[roles.answerOp, roles.judgeOp].flatMap((op) => op ?? []),
  ];
  const ends = steps.flatMap(({ id }) =>
    graph
      .linksOf(id)
      .slice(0, MOST_EACH)
      .flatMap(({ from, to }) => [from, to]),
  );
  const asked = [roles.query, roles.answer].flatMap((variable) => variable?.id ?? []);
  const ofAnswer = [...asked, ...ends].map((id) => graph.rowOf(id));
  spread(graph, part, ofAnswer, {
    ...{ steps: BACKWARD_STEPS, isForward: false },
    isEnd: (row) => messages.has(row) || isUnit(row),
  });
  const sources = [...part].filter((row) => messages.has(row));
  spread(graph, part, sources, { steps: FORWARD_STEPS, isForward: true, isEnd: isUnit });
  const versions = [...part].filter(isUnit).flatMap((row) => versionsAround(graph, row));
  const isOther = (row: number) => !isUnit(row);
  for (const isForward of [true, false])
    spread(graph, part, versions, { steps: VERSION_STEPS, isForward, isEnd: isOther });
  const units = [...part].filter(isUnit);
  for (const isForward of [true, false])
    spread(graph, part, units, { steps: 1, isForward, isEnd: isOther });
  return part;
}

interface Spread {
  readonly steps: number;
  readonly isForward: boolean;
  /**
   * If true, the search does not follow the links of this variable. It always follows the links of
   * start variables.
   */
  readonly isEnd: (row: number) => boolean;
}

/**
 * Adds variables to `part`: the start variables, and all variables that at most `steps` operations
 * separate from a start variable. An operation on the way can have other inputs and outputs. These
 * are added too, unless the operation has more than `MOST_EACH` links.
 */
function spread(
  { rows }: EvolutionGraph,
  part: Set<number>,
  starts: readonly number[],
  { steps, isForward, isEnd }: Spread,
): void {
  const { links } = rows.table;
  const [from, to] = [links.from, links.to];
  const [adjacent, same, other] = isForward ? [rows.linksFrom, from, to] : [rows.linksTo, to, from];
  let layer = starts.filter((row) => row >= 0);
  for (const row of layer) part.add(row);
  for (let step = 0; step < steps && layer.length > 0; step++) {
    const next: number[] = [];
    for (const row of layer) {
      if (step > 0 && isEnd(row)) continue;
      for (const link of adjacent.of(row).slice(0, MOST_EACH)) {
        const ofStep = rows.linksOf.of(links.op.at(link));
        for (const each of ofStep.length <= MOST_EACH ? ofStep : [link]) {
          if (part.size >= MOST_VARIABLES) return;
          const near = other.at(each);
          if (!part.has(near)) next.push(near);
          part.add(near).add(same.at(each));
        }
      }
    }
    layer = next;
  }
}

/** Returns the rows of the unit's versions. If there are too many, returns those nearest to `row`. */
function versionsAround(graph: EvolutionGraph, row: number): number[] {
  const versions = graph
    .versionsOf(graph.variableAt(row).fullName)
    .map((each) => graph.rowOf(each));
  const at = versions.indexOf(row);
  return versions.slice(Math.max(0, at - MOST_EACH / 2), at + MOST_EACH / 2);
}
