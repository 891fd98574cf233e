/**
 * Finds the operation that decided a change of the memory, if another operation only carried it out.
 * For example, a model plans to overwrite a unit, and a function then writes the planned text.
 */
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { LossFinding } from "./finding.ts";
import type { Tracing } from "./trace-context.ts";

/** A plan has at least this share of the words that the change added to the unit. */
const PLANNED = 0.5;

/**
 * Names the operation that decided the change as the operation at fault. The operation of the given
 * loss then is `carriedOutBy`. It read a plan, but no message. The operation that wrote the plan
 * knew the unit: it read the unit, or a list that was made from it. The plan has the words that the
 * change added. If there is no such operation, returns the loss unchanged.
 */
export function withDecidingStep(finding: LossFinding, tracing: Tracing): LossFinding {
  const { errorType, op, carrier } = finding;
  const { graph, roles } = tracing;
  if (errorType !== "UpdateError" && errorType !== "DeletionError") return finding;
  if (op === null || carrier === null || !roles.isUnit(carrier)) return finding;
  const order = executionOrder(graph);
  const at = (id: string) => order.get(id) ?? 0;
  const messages = new Set(roles.messages.map(({ id }) => id));
  const inputs = readBy(op, tracing);
  if (inputs.some(({ id }) => messages.has(id))) return finding;
  const added = addedStems(finding, tracing);
  const isPlanned = (plan: Variable) => {
    const planned = new Set(contentStems(plan.value));
    return added.filter((stem) => planned.has(stem)).length >= PLANNED * added.length;
  };
  const knowsUnit = (id: string) =>
    readBy(id, tracing).some(
      (input) => input.id === carrier || graph.linksTo(input).some(({ from }) => from === carrier),
    );
  const deciding = inputs
    .filter((input) => !roles.isMemory(input) && isPlanned(input))
    .flatMap((plan) => writerOf(graph, plan.id) ?? [])
    .filter((writer) => writer !== op && at(writer) < at(op) && knowsUnit(writer))
    .sort((a, b) => at(b) - at(a))[0];
  if (deciding === undefined) return finding;
  return { ...finding, op: deciding, at: at(deciding), carriedOutBy: op };
}

function readBy(op: string, { graph }: Tracing): readonly Variable[] {
  const { inputs, intermediates } = graph.endsOf(op);
  return [...inputs, ...intermediates];
}

/** Returns the stems that the operation's output has and the unit does not have. */
function addedStems({ link, carrier }: LossFinding, { graph, sentences }: Tracing): string[] {
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const [before, after] = [carrier, target].map((id) => graph.variables.get(id ?? ""));
  if (before === undefined || after === undefined) return [];
  const stemsOf = (variable: Variable) => sentences(variable).flatMap(({ stems }) => [...stems]);
  const old = new Set(stemsOf(before));
  return [...new Set(stemsOf(after))].filter((stem) => !old.has(stem));
}
