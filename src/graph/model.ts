/**
 * The read-only records of an evolution graph. Other code finds a record by its id or by following
 * links.
 */

/** Position in the traced program's code that created a record. */
export interface Source {
  readonly file?: string | null;
  readonly line?: number | null;
}

export interface Described {
  /**
   * Milliseconds since the epoch. Records are sorted by this time. Records with equal times are in
   * the order in which they were recorded.
   */
  readonly at: number;
  readonly category?: string;
  readonly comment?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly source?: Source;
  /** Fields of an imported record for which this model has no place. They are kept unchanged. */
  readonly origin?: Readonly<Record<string, unknown>>;
}

export interface GraphHeader {
  readonly id: string;
  /** Time of the first event, in milliseconds since the epoch. */
  readonly at: number;
  readonly user?: string;
  /** The memory system, for example `mem0`. */
  readonly system?: string;
  readonly strict?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly origin?: Readonly<Record<string, unknown>>;
}

/** A named stage inside a graph, such as a conversation, a search or an evaluation. */
export interface Session extends Described {
  readonly id: string;
  readonly name?: string;
  readonly user?: string;
}

/** One step of the traced system. Its links show its inputs and outputs. */
export interface Operation extends Described {
  readonly id: string;
  readonly name: string;
  readonly session?: string;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly status?: "running" | "ok" | "error";
  readonly error?: string;
}

/** One version of one value. */
export interface Variable extends Described {
  /** `fullName@version`. */
  readonly id: string;
  /** `class:name`, or only `name` if the variable has no class. */
  readonly fullName: string;
  readonly name: string;
  readonly className?: string;
  readonly version: number;
  readonly value: string;
  /** Original length in characters of a value that was cut on arrival. */
  readonly length?: number;
  readonly session?: string;
  /** Id of the variable that this variable replaces in place. */
  readonly mutates?: string;
}

/** A connection from one variable to another, owned by one operation. */
export interface Link extends Described {
  readonly id: string;
  readonly op: string;
  readonly session?: string;
  /** Id of the variable that the operation read. */
  readonly from: string;
  /** Id of the variable that the operation wrote. */
  readonly to: string;
}

/**
 * An answer and how it was judged. `query` and `prediction` are the texts of the question and the
 * answer. If the graph has variables with these texts, `queryId` and `predictionId` are the ids of
 * the variables. `evidence` lists ids of variables.
 */
export interface Verdict {
  readonly id: string;
  readonly at: number;
  readonly session?: string;
  readonly query: string;
  readonly queryId?: string;
  readonly prediction: string;
  readonly predictionId?: string;
  readonly expected: readonly string[];
  readonly score: number;
  readonly evidence: readonly string[];
  readonly reason?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A problem in the recording that readers of the graph should know. */
export interface GraphWarning {
  readonly code:
    | "undeclared-change"
    | "conflicting-value"
    | "contradicting-record"
    | "self-link"
    | "unknown-operation";
  readonly subject: string;
  readonly message: string;
}

/** An event that waits for another event, which has not arrived yet. */
export interface Pending {
  readonly event: string;
  readonly waitsFor: string;
}

export function fullNameOf(name: string, className: string | undefined): string {
  return className === undefined ? name : `${className}:${name}`;
}

export function variableIdOf(fullName: string, version: number): string {
  return fullName + (FIRST_ENDINGS[version] ?? `@${version}`);
}

/** Caches the endings `@0` to `@63` of variable ids, because most version numbers are low. */
const FIRST_ENDINGS: readonly string[] = Array.from({ length: 64 }, (_, version) => `@${version}`);
