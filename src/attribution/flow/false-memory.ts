/**
 * Where the memory came to state what nobody said: the answer was expected to be unknown, and what the
 * answering step read gives the answer all the same.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import { LINK } from "../effort.ts";
import { STATES_ANSWER } from "../thresholds.ts";
import type { LossFinding } from "./finding.ts";
import { typeOfLoss } from "./loss-type.ts";
import type { Tracing } from "./trace-context.ts";

/** The step that wrote it first; undefined if nothing that was read gives the answer, or somebody said it. */
export function falseMemory(tracing: Tracing): LossFinding | undefined {
  const { graph, roles, failed, givesText } = tracing;
  const states = (variable: Variable) => givesText(variable, failed.prediction) >= STATES_ANSWER;
  const read = roles.context.find(states);
  if (read === undefined || roles.messages.some(states)) return undefined;
  const order = executionOrder(graph);
  const made = [...sourcesOf(read.id, tracing)]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .filter((variable) => states(variable))
    .map((variable) => ({ variable, op: writerOf(graph, variable.id) }))
    .map((each) => ({ ...each, at: order.get(each.op ?? "") ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => a.at - b.at);
  const [first] = made;
  if (first?.op === undefined || first.at >= roles.askedAt) return undefined;
  const { op, variable, at } = first;
  const link = graph.linksTo(variable.id).find((each) => each.op === op);
  if (link === undefined) return undefined;
  const { id, from, to, category } = link;
  const errorType = typeOfLoss({ link: id, op, from, to, category }, tracing);
  const unknown = { need: undefined, inStore: [], flow: undefined };
  return { ...unknown, errorType, op, link: id, carrier: from, at };
}

/** Everything that the variable was made from, and the variable itself. */
function sourcesOf(
  id: string,
  { graph, effort }: { graph: EvolutionGraph } & Pick<Tracing, "effort">,
) {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const link of graph.linksTo(each)) {
      effort.spend(LINK);
      seen.add(link.from);
    }
  }
  return seen;
}
