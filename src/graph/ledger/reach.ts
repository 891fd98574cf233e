/**
 * Finds how far the content of a message or document spread: to which units and answers, and to
 * which sessions and end users.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { flowIndexOf } from "../flow/flow-index.ts";
import type { InTurns } from "../in-turns.ts";
import type { Variable } from "../model.ts";
import { type Derived, derivedFrom } from "./derived.ts";

interface ReachedSession {
  readonly session: string;
  readonly user: string | null;
  readonly firstAt: number;
  readonly values: number;
}

interface LetIn {
  readonly op: string;
  readonly opName: string;
  readonly at: number;
  readonly session: string | null;
  readonly unit: string;
}

interface ReachedValues {
  /** The derived units, earliest first. */
  readonly units: readonly Derived[];
  readonly answers: readonly Derived[];
  readonly sessions: readonly ReachedSession[];
  readonly users: readonly string[];
  readonly letIn: LetIn | null;
  readonly isComplete: boolean;
}

/**
 * Searches for the values that were made from the start variables.
 * @param start rows of the start variables
 * @param mostVisited maximum number of variables that the search visits
 */
export function* reachOf(
  graph: EvolutionGraph,
  start: readonly number[],
  mostVisited: number,
): InTurns<ReachedValues> {
  const { values, isComplete } = yield* derivedFrom(graph, start, mostVisited);
  const { roles } = yield* flowIndexOf(graph);
  const { at } = graph.rows.table.variables;
  const earlier = (a: number, b: number) => at.at(a) - at.at(b) || a - b;
  const inTime = (role: Derived["role"]) =>
    values.filter((value) => value.role === role).sort((a, b) => earlier(a.row, b.row));
  const [units, answers] = [inTime("unit"), inTime("answer")];
  const ownUnits = start.filter((row) => roles[row] === "unit").sort(earlier);
  const sessions = sessionsOf(graph, [...units, ...answers]);
  const users = new Set(sessions.flatMap(({ user }) => user ?? []));
  if (graph.header.user !== undefined && units.length + answers.length > 0) {
    users.add(graph.header.user);
  }
  const made = new Set([...start, ...values.map(({ row }) => row)]);
  return {
    units,
    answers,
    sessions,
    users: [...users],
    letIn: letInBy(graph, [...ownUnits, ...units.map(({ row }) => row)], made),
    isComplete,
  };
}

/**
 * Returns the operation that brought the content into the memory. This is the writer of the first
 * unit in `units` whose writer is recorded. If the unit has several writers, one that made it from
 * a value in `made` is preferred. Returns null if no unit has a recorded writer.
 */
function letInBy(
  graph: EvolutionGraph,
  units: readonly number[],
  made: ReadonlySet<number>,
): LetIn | null {
  for (const row of units) {
    const unit = graph.rows.variableId(row);
    const links = graph.linksTo(unit);
    const link = links.find(({ from }) => made.has(graph.rows.findVariable(from))) ?? links[0];
    const operation = link === undefined ? undefined : graph.operations.get(link.op);
    if (link === undefined || operation === undefined) continue;
    const session = operation.session ?? graph.variables.get(unit)?.session ?? null;
    return { op: link.op, opName: operation.name, at: link.at, session, unit };
  }
  return null;
}

function sessionsOf(graph: EvolutionGraph, values: readonly Derived[]): ReachedSession[] {
  const found = new Map<string, { firstAt: number; values: number }>();
  for (const { row } of values) {
    const variable = graph.variables.get(graph.rows.variableId(row));
    const session = variable && sessionOf(graph, variable);
    if (variable === undefined || session === undefined) continue;
    const known = found.get(session) ?? { firstAt: variable.at, values: 0 };
    found.set(session, {
      firstAt: Math.min(known.firstAt, variable.at),
      values: known.values + 1,
    });
  }
  return [...found]
    .map(([session, figures]) => ({
      session,
      user: graph.sessions.get(session)?.user ?? null,
      ...figures,
    }))
    .sort((a, b) => a.firstAt - b.firstAt || (a.session < b.session ? -1 : 1));
}

function sessionOf(graph: EvolutionGraph, { id, session }: Variable): string | undefined {
  if (session !== undefined) return session;
  return graph
    .linksTo(id)
    .map(({ op }) => graph.operations.get(op)?.session)
    .find((each) => each !== undefined);
}
