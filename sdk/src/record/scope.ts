/** Tells in which graph, session and operation the current code runs. */
import type { Stamp } from "../core/wire.ts";
import type { Variable } from "./variable.ts";

export interface TraceScope {
  /** Id of the graph. Empty if no graph runs. */
  readonly graph: string;
  /** True if sampling left out this graph. Then nothing is recorded. */
  readonly off?: boolean;
  readonly strict?: boolean | undefined;
  readonly session?: string | undefined;
  readonly operation?: RunningOperation | undefined;
  /** Added to the metadata of every event in this scope. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

export interface RunningOperation {
  id: string;
  readonly category?: string | undefined;
  /** The call's options. `comment` is written on the operation's links. */
  readonly options: { readonly comment?: string | undefined };
  inputs: readonly Variable[];
  /**
   * The operation's position in the graph's order. Undefined before the operation starts and after
   * it ends.
   */
  start: Stamp | undefined;
  /** Results of operations that ran inside this operation, the latest at the end. */
  readonly inner: Variable[];
  /**
   * Variables that were recorded inside the operation and are not the target of a link yet. When
   * the operation ends, they count as its results.
   */
  unlinked: Set<Variable>;
  /** Links that the operation has already recorded, as `from>to`. */
  links: Set<string>;
  /**
   * Refs of all variables that are the target of a link recorded inside this operation or an inner
   * operation.
   */
  targets: Set<string>;
}

/**
 * Returns the variables from which the operation could have made a value: its inputs and the
 * results of inner operations.
 */
export function operationSources({ inputs, inner }: RunningOperation): readonly Variable[] {
  return unique([...inputs, ...inner]);
}

export function unique(variables: readonly Variable[]): readonly Variable[] {
  return [...new Set(variables)];
}
