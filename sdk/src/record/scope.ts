/** The graph, session and operation in which the current code runs. */
import type { Stamp } from "../core/wire.ts";
import type { Variable } from "./variable.ts";

export interface TraceScope {
  /** Empty if no graph runs. */
  readonly graph: string;
  /** True if sampling left out this graph. Nothing is then recorded. */
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
  /** The operation's links get this `comment`. */
  readonly options: { readonly comment?: string | undefined };
  inputs: readonly Variable[];
  /**
   * The operation's position in the graph's order. Undefined before it starts and after it ends.
   */
  start: Stamp | undefined;
  /** Results of inner operations, the latest last. */
  readonly inner: Variable[];
  /**
   * Variables that were recorded inside the operation and to which no link leads yet. When the
   * operation ends, they become its results.
   */
  unlinked: Set<Variable>;
  /** Links already recorded, as `from>to`. */
  links: Set<string>;
  /** Refs of the variables to which this operation or an operation inside it has made a link. */
  targets: Set<string>;
}

/**
 * Returns the variables that the operation could make a value from: its inputs and inner results.
 */
export function operationSources({ inputs, inner }: RunningOperation): readonly Variable[] {
  return unique([...inputs, ...inner]);
}

export function unique(variables: readonly Variable[]): readonly Variable[] {
  return variables.length < 2 ? variables : [...new Set(variables)];
}
