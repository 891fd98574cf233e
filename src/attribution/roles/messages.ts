/**
 * Decides which variables are messages. A message is a text that a user or an agent sent, not a
 * text that the memory made from it.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import { chosenOf, costOf, type InTurns, RecordCount } from "../../graph/in-turns.ts";
import { mayBeMessage } from "../../graph/memory/messages.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Variable } from "../../graph/model.ts";
import { REACHING_MEMORY } from "../thresholds.ts";

export function* messagesOf(
  graph: EvolutionGraph,
  query: Variable | undefined,
  askedAt: number,
  isMemory: (variable: Variable) => boolean,
): InTurns<Variable[]> {
  const all = [...graph.variables.values()];
  const named = yield* chosenOf(all, (v) => kindOf(v) === "message" && v.id !== query?.id);
  return named.length > 0 ? named : yield* messagesByShape(graph, all, query, askedAt, isMemory);
}

/**
 * Finds messages by the structure of the graph. A message is a value that no operation wrote, and
 * many values of its kind reach the memory. A single message need not reach the memory, because a
 * faulty operation may drop it. Values of the question's kind are excluded, because questions are
 * not stored. Prompts are excluded, because many operations read the same prompt.
 */
function* messagesByShape(
  graph: EvolutionGraph,
  all: readonly Variable[],
  query: Variable | undefined,
  askedAt: number,
  isMemory: (variable: Variable) => boolean,
): InTurns<Variable[]> {
  const shapes = shapesOf(graph);
  const order = executionOrder(graph);
  const before = (v: Variable) =>
    graph.linksFrom(v).some((link) => (order.get(link.op) ?? 0) < askedAt);
  yield costOf(all.length);
  const isOutside = (v: Variable) => v.id !== query?.id && mayBeMessage(graph, v) && before(v);
  const outside = yield* chosenOf(all, isOutside);
  yield costOf(outside.length);
  const kinds = Map.groupBy(outside, (v) => `${shapes.ofVariable(v)} ${fields(v.value)}`);
  const ownKind = query && `${shapes.ofVariable(query)} ${fields(query.value)}`;
  yield costOf(outside.length);
  const units = yield* chosenOf(all, isMemory);
  const reaching = yield* reachingMemory(graph, units);
  const chosen = [...kinds].filter(([kind, members]) => {
    const share = members.filter((v) => reaching.has(v.id)).length / members.length;
    return share >= REACHING_MEMORY && (kind !== ownKind || kinds.size === 1);
  });
  const messages = new Set(chosen.flatMap(([, members]) => members));
  return messages.size > 0 ? outside.filter((v) => messages.has(v)) : outside;
}

/** Returns the ids of all variables from which a memory unit was directly or indirectly made. */
function* reachingMemory(
  graph: EvolutionGraph,
  units: readonly Variable[],
): InTurns<ReadonlySet<string>> {
  const records = new RecordCount();
  const reaching = new Set(units.map((unit) => unit.id));
  const open = [...reaching];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (records.isDue()) yield records.cost;
    const made = writerOf(graph, id);
    for (const link of graph.linksTo(id)) {
      if (records.isDue()) yield records.cost;
      if (link.op !== made || reaching.has(link.from)) continue;
      reaching.add(link.from);
      open.push(link.from);
    }
  }
  return reaching;
}

/** Returns the names of the fields in a recorded JSON object, as one text. */
function fields(value: string): string {
  if (!value.trimStart().startsWith("{")) return "";
  return [...value.slice(0, 2000).matchAll(/"(\w{1,40})"\s*:/g)].map(([, key]) => key).join(",");
}
