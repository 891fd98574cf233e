/** Where the running code is: in which graph, session and operation. */
import type { Variable } from "./variable.ts";

export interface Scope {
  readonly graph: string;
  readonly session: string | undefined;
  readonly operation: RunningOperation | undefined;
}

export interface RunningOperation {
  readonly id: string;
  readonly name: string;
  readonly category: string | undefined;
  readonly inputs: ReadonlySet<Variable>;
  /** What the operations inside it made, latest last. */
  readonly inner: Variable[];
  /** Recorded inside it and linked to nothing yet: what it made itself. */
  readonly loose: Set<Variable>;
  /** Links that it owns, as `from>to`. */
  readonly links: Set<string>;
  /** Refs that a link inside it leads to, its inner operations' links included. */
  readonly reached: Set<string>;
}

/** How many results of inner operations count as sources of what the outer one computes. */
const MAX_INNER = 16;

/** What a value that the operation computes itself can come from. */
export function sourcesOf(operation: RunningOperation): Set<Variable> {
  return new Set([...operation.inputs, ...operation.inner.slice(-MAX_INNER)]);
}
