/** Where the running code is: in which graph, session and operation. */
import type { Stamp } from "../core/wire.ts";
import type { Variable } from "./variable.ts";

export interface Scope {
  /** Empty outside of every graph. */
  readonly graph: string;
  /** Set where the graph is not in the sample: nothing is recorded. */
  readonly off?: boolean;
  readonly strict?: boolean | undefined;
  readonly session?: string | undefined;
  readonly operation?: RunningOperation | undefined;
  /** What goes into the metadata of everything recorded. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

export interface RunningOperation {
  id: string;
  readonly category?: string | undefined;
  /** What was said of the call; its links carry the comment. */
  readonly options: { readonly comment?: string | undefined };
  inputs: readonly Variable[];
  /** Its place in the graph's order, while it runs. */
  start: Stamp | undefined;
  /** What the operations inside it made, latest last. */
  readonly inner: Variable[];
  /** Recorded inside it and linked to nothing yet: what it made itself. */
  loose: Set<Variable>;
  /** Links that it owns, as `from>to`. */
  links: Set<string>;
  /** Refs that a link inside it leads to, its inner operations' links included. */
  reached: Set<string>;
}

/** What a value that the operation computes itself can come from. */
export function sourcesOf({ inputs, inner }: RunningOperation): readonly Variable[] {
  return unique([...inputs, ...inner]);
}

/** The variables without repetitions; most lists have one. */
export function unique(variables: readonly Variable[]): readonly Variable[] {
  return [...new Set(variables)];
}
