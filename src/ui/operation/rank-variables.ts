/** Sorts an operation's variables by importance for the verdict. */
import type { OperationView, VariableView } from "../../protocol/api/api.ts";
import { markWords } from "../text/mark-words.ts";

export interface RankedVariables {
  readonly inputs: readonly VariableView[];
  readonly intermediates: readonly VariableView[];
  readonly outputs: readonly VariableView[];
}

export function rankVariables(
  operation: OperationView,
  focus: ReadonlySet<string>,
  lost: readonly string[],
  link: string | null,
): RankedVariables {
  const blamed = operation.links.find(({ id }) => id === link);
  const byId = new Map(operation.variables.map((variable) => [variable.id, variable]));
  const weight = (variable: VariableView): number => {
    if (variable.id === blamed?.from || variable.id === blamed?.to) return 4;
    if (focus.has(variable.id)) return 3;
    const states = markWords(variable.value, { lost }).some(({ tone }) => tone !== null);
    return states ? 2 : 1;
  };
  const ranked = (ids: readonly string[]) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((variable) => ({ variable, weight: weight(variable) }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ variable }) => variable);
  return {
    inputs: ranked(operation.inputs),
    intermediates: ranked(operation.intermediates),
    outputs: ranked(operation.outputs),
  };
}
