import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Variable } from "../../graph/model.ts";
import type { Tracing } from "../flow/trace-context.ts";

export type Words = ReadonlySet<string>;

/**
 * Returns the stems of the content words of a variable that an operation read. If the variable is a
 * message, its speaker and its time do not count.
 */
export function readStems(variable: Variable, tracing: Tracing): Words {
  const { roles, corpus } = tracing;
  const isMessage = roles.messages.some(({ id }) => id === variable.id);
  return isMessage ? corpus.message(variable).stems : stemsOf(variable, tracing);
}

/** Returns the stems of the content words in the variable's visible text. */
export function stemsOf(variable: Variable, { sentences }: Tracing): Words {
  return new Set(sentences(variable).flatMap(({ stems }) => stems));
}

/** Returns the share (0 to 1) of `words` that is also in `text`; 0 if `words` is empty. */
export function shareOf(words: Words, text: Words): number {
  return words.size === 0 ? 0 : (words.size - without(words, text).length) / words.size;
}

export function without(words: Words, others: Words): string[] {
  return [...words].filter((word) => !others.has(word));
}

/** Returns the inputs of the operation except prompts, which many operations read. */
export function readBy(op: string, graph: EvolutionGraph): readonly Variable[] {
  const { isStanding } = shapesOf(graph);
  const ids = new Set(graph.linksOf(op).map(({ from }) => from));
  return [...ids].flatMap((id) => {
    const variable = graph.variables.get(id);
    return variable === undefined || isStanding(variable) ? [] : [variable];
  });
}
