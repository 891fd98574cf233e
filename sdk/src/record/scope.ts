/** The graph, session and operation of the running code. */
import type { Stamp } from "../core/wire.ts";
import type { Variable } from "./variable.ts";

export interface TraceScope {
  /** Id of the graph; empty outside of every graph. */
  readonly graph: string;
  /** True if sampling excludes the graph: nothing is recorded. */
  readonly off?: boolean;
  readonly strict?: boolean | undefined;
  readonly session?: string | undefined;
  readonly operation?: RunningOperation | undefined;
  /** Added to the metadata of every event. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

export interface RunningOperation {
  id: string;
  readonly category?: string | undefined;
  /** The call's options. The operation's links get the comment. */
  readonly options: { readonly comment?: string | undefined };
  inputs: readonly Variable[];
  /** Position of the operation in the graph's order, while it runs. */
  start: Stamp | undefined;
  /** Results of the inner operations, the latest last. */
  readonly inner: Variable[];
  /** Variables that were recorded inside the operation and have no link yet: its own results. */
  unlinked: Set<Variable>;
  /** The links of this operation, as `from>to`. */
  links: Set<string>;
  /**
   * Refs of the variables that links inside the operation lead to, including links of inner
   * operations.
   */
  targets: Set<string>;
}

/** Returns the possible sources of a value that the operation made. */
export function operationSources({ inputs, inner }: RunningOperation): readonly Variable[] {
  return unique([...inputs, ...inner]);
}

export function unique(variables: readonly Variable[]): readonly Variable[] {
  return [...new Set(variables)];
}
