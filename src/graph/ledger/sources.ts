/**
 * Finds the messages and units that led to a version. It follows links as `blame` does, but stops
 * after a maximum number of links.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type FlowIndex, isReturnOfUnit } from "../flow/flow-index.ts";
import { writerRows } from "../history/execution-order.ts";

export interface Sources {
  /** Rows of messages and questions. Those with the fewest links to the version come first. */
  readonly messages: readonly number[];
  /**
   * The units that the search reached, each with the link by which it was reached. Those with the
   * fewest links to the version come first.
   */
  readonly units: readonly { readonly row: number; readonly link: number }[];
  readonly followed: number;
  /** False if the search stopped at its maximum number of links. */
  readonly isComplete: boolean;
}

const MAX_FOLLOWED = 100;

/**
 * Searches for the sources of the version. It follows links backward, from their end to their
 * start. At the version itself, it follows only the links of the operation that wrote the version.
 *
 * @param goesThrough whether the search continues behind a unit that it reaches. With `no unit`, it
 * never does. With `its versions`, it does so only at another version of the same unit.
 */
export function sourcesOf(
  graph: EvolutionGraph,
  index: FlowIndex,
  version: number,
  goesThrough: "no unit" | "its versions" | "every unit",
): Sources {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const name = variables.fullName.at(version);
  const isPassed = (row: number) =>
    goesThrough === "every unit" ||
    (goesThrough === "its versions" && variables.fullName.at(row) === name);
  const first = writerRows(graph)[version];
  const messages: number[] = [];
  const units: { row: number; link: number }[] = [];
  const seen = new Set([version]);
  const queue = [version];
  let followed = 0;
  for (const row of queue) {
    for (const link of rows.linksTo.of(row)) {
      if (row === version && links.op.at(link) !== first) continue;
      if (followed === MAX_FOLLOWED) return { messages, units, followed, isComplete: false };
      followed += 1;
      const source = links.from.at(link);
      if (seen.has(source)) continue;
      if (row !== version && isReturnOfUnit(graph, index, link)) continue;
      seen.add(source);
      const role = index.roles[source];
      if (role === "message" || role === "query") messages.push(source);
      if (role === "unit") units.push({ row: source, link });
      if (role !== "unit" || isPassed(source)) queue.push(source);
    }
  }
  return { messages, units, followed, isComplete: true };
}

/**
 * Returns the messages that led to the version. Those with the fewest links to it come first. If
 * there are none, searches again and also goes through earlier versions of the unit, as `blame`
 * does.
 */
export function messagesBehind(
  graph: EvolutionGraph,
  index: FlowIndex,
  version: number,
): Pick<Sources, "messages" | "followed"> {
  const find = (goesThrough: "no unit" | "its versions") => {
    const { messages, followed } = sourcesOf(graph, index, version, goesThrough);
    return { messages: messages.filter((row) => index.roles[row] === "message"), followed };
  };
  const direct = find("no unit");
  if (direct.messages.length > 0) return direct;
  const { messages, followed } = find("its versions");
  return { messages, followed: direct.followed + followed };
}
