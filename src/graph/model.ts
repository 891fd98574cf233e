/**
 * The read-only records of an evolution graph. Other code finds the records by id or by their
 * links. A graph is built from events, without I/O.
 */

/** Position in the traced program's code where a record was made. */
export interface Source {
  readonly file?: string | null;
  readonly line?: number | null;
}

export interface Described {
  /** Milliseconds since the epoch. The graph is sorted by this time, then by recording order. */
  readonly at: number;
  readonly category?: string;
  readonly comment?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly source?: Source;
  /** Fields of an imported record that this model cannot represent, verbatim. */
  readonly origin?: Readonly<Record<string, unknown>>;
}

/** Data about the graph as a whole. */
export interface GraphHeader {
  readonly id: string;
  /** Time of the first event. */
  readonly at: number;
  readonly user?: string;
  /** The memory system, for example `mem0`. */
  readonly system?: string;
  readonly strict?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly origin?: Readonly<Record<string, unknown>>;
}

/** A named stage inside a graph: a conversation, a search, an evaluation. */
export interface Session extends Described {
  readonly id: string;
  readonly name?: string;
  readonly user?: string;
}

/** One step. Its links determine its inputs and outputs. */
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
  /** Variable id: `fullName@version`. */
  readonly id: string;
  /** `class:name`, or only `name` if there is no class. */
  readonly fullName: string;
  readonly name: string;
  readonly className?: string;
  readonly version: number;
  readonly value: string;
  /** Original length in characters, if the value was cut on arrival. */
  readonly length?: number;
  readonly session?: string;
  /** Id of the version that this version replaces in place. */
  readonly mutates?: string;
}

/** An edge from variable to variable, owned by one operation. */
export interface Link extends Described {
  readonly id: string;
  readonly op: string;
  readonly session?: string;
  /** Variable id. */
  readonly from: string;
  /** Variable id. */
  readonly to: string;
}

/**
 * A judged answer. `query` and `prediction` are texts; `queryId` and `predictionId` are the ids of
 * their variables, if known. `evidence` lists ids of variables.
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

/** A problem in the recording that a reader of the graph should know. */
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

/** A record that waits for another record that has not arrived. */
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

/** Precomputed endings of variable ids, because most versions have a low number. */
const FIRST_ENDINGS: readonly string[] = Array.from({ length: 64 }, (_, version) => `@${version}`);
