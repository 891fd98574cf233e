/** Where the running code is: in which graph, session and operation. */
import { toName } from "./name.ts";
import { recordedSoFar, type Variable } from "./variable.ts";

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
  /** Values that were recorded before it started. */
  readonly before: number;
  /** What the operations inside it made, latest last. */
  readonly inner: Variable[];
  /** Recorded inside it and linked to nothing yet: what it made itself. */
  readonly loose: Set<Variable>;
  /** Links that it owns, as `from>to`. */
  readonly links: Set<string>;
  /** Refs that a link inside it leads to, its inner operations' links included, latest last. */
  readonly reached: Set<string>;
}

/** How many results of inner operations count as sources of what the outer one computes. */
const MAX_INNER = 16;
/** An operation can run for as long as the app does, so it remembers only what is recent. */
const MAX_REACHED = 2_000;

export function startOperation(
  id: string,
  name: string,
  category: string | undefined,
  inputs: ReadonlySet<Variable>,
): RunningOperation {
  return {
    ...{ id: `op-${id}`, name: toName(name), category: toName(category), inputs },
    ...{ before: recordedSoFar(), inner: [], loose: new Set() },
    ...{ links: new Set(), reached: new Set() },
  };
}

/** What a value that the operation computes itself can come from. */
export function sourcesOf(operation: RunningOperation): Set<Variable> {
  return new Set([...operation.inputs, ...operation.inner]);
}

/** Tells an operation what one inside it made and reached. */
export function addInner(
  operation: RunningOperation,
  made: readonly Variable[],
  reached: ReadonlySet<string>,
): void {
  operation.inner.push(...made);
  operation.inner.splice(0, operation.inner.length - MAX_INNER);
  for (const ref of reached) operation.reached.add(ref);
  for (const oldest of operation.reached) {
    if (operation.reached.size <= MAX_REACHED) break;
    operation.reached.delete(oldest);
  }
}
