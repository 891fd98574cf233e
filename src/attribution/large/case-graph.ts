/**
 * Takes the part of a large graph that can decide one case. Reading all texts of such a graph would
 * exceed the effort that one case may cost.
 */
import { buildGraph } from "../../graph/build/build-graph.ts";
import { eventsOf } from "../../graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import type { Subgraph } from "../../graph/parts/graph-part.ts";
import { inducedSubgraph } from "../../graph/parts/subgraph.ts";
import type { Attribution, FailedCase } from "../../protocol/api/attribution.ts";
import { rolesInTurns } from "../roles/roles.ts";
import { chosenTexts } from "./chosen-texts.ts";
import { withLinked } from "./linked-variables.ts";

/**
 * If all messages and memory units together have at most this number of characters, the tracer
 * reads the whole graph. With this number, the first case of a graph takes about two seconds of
 * processor time.
 */
const WHOLE_CHARS = 4_000_000;

export interface CaseGraph {
  readonly graph: EvolutionGraph;
  /** True if `graph` has only a part of the recorded graph. */
  readonly isPart: boolean;
}

/**
 * Returns the graph itself if its texts are short enough to be read. Otherwise, returns a new graph
 * with a part of the variables, which keep their ids:
 * - the messages and units with the most words of the case
 * - the texts that were made from them, and those from which they were made
 * - the texts in the steps that led to the answer
 *
 * @param wholeChars see `WHOLE_CHARS`; tests pass a smaller number
 */
export function* graphForCase(
  graph: EvolutionGraph,
  failed: FailedCase,
  wholeChars = WHOLE_CHARS,
): InTurns<CaseGraph> {
  const { values } = graph.rows;
  const all = graph.rows.variables.reduce((sum, row) => sum + Math.max(0, values.chars(row)), 0);
  yield costOf(graph.variables.size) / 10;
  if (all <= wholeChars) return { graph, isPart: false };
  const roles = yield* rolesInTurns(graph, failed);
  const units: number[] = [];
  for (const row of graph.rows.variables) if (roles.units.isUnitRow(row)) units.push(row);
  const messages = roles.messages.map((message) => graph.rowOf(message));
  yield costOf(graph.variables.size) / 10;
  if (charsOnce(graph, [...messages, ...units]) <= wholeChars) return { graph, isPart: false };
  const chosen = yield* chosenTexts(graph, { failed, messages, units });
  const rows = withLinked(graph, roles, chosen);
  const ids = Array.from(rows, (row) => graph.rows.variableId(row));
  const part = inducedSubgraph(graph, ids);
  yield costOf(graph.variables.size);
  return { graph: graphOf(graph, part), isPart: true };
}

/**
 * Returns the number of characters that the tracer must read in these texts. If several of them are
 * versions of one variable, only the longest counts. Versions repeat most of their sentences, and
 * the tracer reads a repeated sentence only once.
 */
function charsOnce({ rows }: EvolutionGraph, texts: readonly number[]): number {
  const longest = new Map<number, number>();
  for (const row of texts) {
    const name = rows.table.variables.fullName.at(row);
    longest.set(name, Math.max(longest.get(name) ?? 0, rows.values.chars(row)));
  }
  return [...longest.values()].reduce((sum, chars) => sum + chars, 0);
}

function graphOf(graph: EvolutionGraph, part: Subgraph): EvolutionGraph {
  const { rows } = graph;
  const variables = Array.from(rows.variables.filter((row) => part.variables.hasRow(row)));
  const operations = Array.from(rows.operations.filter((row) => part.operations.hasRow(row)));
  const links = Array.from(rows.links.filter((row) => part.links.hasRow(row)));
  const records = {
    variables: variables.map((row) => graph.variableAt(row)),
    operations: operations.flatMap((row) => graph.operations.get(rows.operationId(row)) ?? []),
    links: links.flatMap((row) => graph.links.get(rows.linkId(row)) ?? []),
  };
  return buildGraph(graph.header.id, eventsOf(graph, "part", records));
}

const PARTLY_READ =
  "The graph is too large to read whole. The tracer read the messages and memory units with the most words of the question and the answers, and the steps that led to the answer.";

export function withPartNote(verdict: Attribution, { isPart }: CaseGraph): Attribution {
  return isPart ? { ...verdict, notes: [...verdict.notes, PARTLY_READ] } : verdict;
}
