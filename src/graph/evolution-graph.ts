/**
 * Gives read access to an evolution graph. All iterations visit records in the order of time.
 * Records with equal times keep the order in which they were recorded.
 */
import type { Adjacency } from "./build/adjacency.ts";
import type { GraphRows } from "./build/graph-rows.ts";
import { atOnce, type InTurns } from "./in-turns.ts";
import type {
  GraphHeader,
  GraphWarning,
  Link,
  Operation,
  Pending,
  Session,
  Variable,
  Verdict,
} from "./model.ts";
import { LinkRecord, MAX_KEPT_ID_CHARS, OperationRecord, VariableRecord } from "./records.ts";

export interface Records<R> {
  readonly size: number;
  get(id: string): R | undefined;
  has(id: string): boolean;
  keys(): Iterable<string>;
  values(): Iterable<R>;
}

export interface GraphParts {
  readonly header: GraphHeader;
  readonly sessions: ReadonlyMap<string, Session>;
  readonly rows: GraphRows;
  readonly verdicts: readonly Verdict[];
  readonly warnings: readonly GraphWarning[];
  readonly pending: readonly Pending[];
}

export class EvolutionGraph {
  readonly header: GraphHeader;
  readonly sessions: ReadonlyMap<string, Session>;
  readonly operations: Records<Operation>;
  readonly variables: Records<Variable>;
  readonly links: Records<Link>;
  readonly verdicts: readonly Verdict[];
  readonly warnings: readonly GraphWarning[];
  readonly pending: readonly Pending[];
  /** The graph as columns, for code that reads very many records. */
  readonly rows: GraphRows;

  readonly #operations: RowRecords<Operation>;
  readonly #variables: RowRecords<Variable>;
  readonly #links: RowRecords<Link>;
  readonly #owned: RecordLists<Link>;
  readonly #leaving: RecordLists<Link>;
  readonly #entering: RecordLists<Link>;
  readonly #versions: RecordLists<Variable>;
  readonly #derived = new Map<(graph: EvolutionGraph) => unknown, unknown>();
  readonly #names = new Map<string, number>();

  constructor(parts: GraphParts) {
    const { rows } = parts;
    this.header = parts.header;
    this.sessions = parts.sessions;
    this.verdicts = parts.verdicts;
    this.warnings = parts.warnings;
    this.pending = parts.pending;
    this.rows = rows;
    const ids = {
      variableId: (row: number) => this.#variables.at(row).id,
      operationId: (row: number) => this.#operations.at(row).id,
    };
    this.#operations = new RowRecords(rows.operations, {
      find: (id) => rows.findOperation(id),
      idOf: (row) => rows.operationId(row),
      view: (row) => new OperationRecord(rows, row),
    });
    this.#variables = new RowRecords(rows.variables, {
      find: (id) => rows.findVariable(id),
      idOf: (row) => rows.variableId(row),
      view: (row) => new VariableRecord(rows, row, ids),
    });
    this.#links = new RowRecords(rows.links, {
      find: (id) => rows.findLink(id),
      idOf: (row) => rows.linkId(row),
      view: (row) => new LinkRecord(rows, row, ids),
    });
    this.#owned = new RecordLists(this.#links);
    this.#leaving = new RecordLists(this.#links);
    this.#entering = new RecordLists(this.#links);
    this.#versions = new RecordLists(this.#variables);
    this.operations = this.#operations;
    this.variables = this.#variables;
    this.links = this.#links;
  }

  /**
   * Returns the result of `derive`, which is cached, because the graph never changes.
   *
   * @param derive a function declared at the top level of a module. The function itself is the
   * cache key. With a new function for each call, the cache would never hit and would only grow.
   */
  derived<T>(derive: (graph: EvolutionGraph) => T): T {
    if (!this.#derived.has(derive)) this.#derived.set(derive, derive(this));
    return this.#derived.get(derive) as T;
  }

  *derivedInTurns<T>(derive: (graph: EvolutionGraph) => InTurns<T>): InTurns<T> {
    if (!this.#derived.has(derive)) this.#derived.set(derive, yield* derive(this));
    return this.#derived.get(derive) as T;
  }

  derivedAtOnce<T>(derive: (graph: EvolutionGraph) => InTurns<T>): T {
    if (!this.#derived.has(derive)) this.#derived.set(derive, atOnce(derive(this)));
    return this.#derived.get(derive) as T;
  }

  /** Returns the variable in this row. This is faster than finding the variable by its id. */
  variableAt(row: number): Variable {
    return this.#variables.at(row);
  }

  linksOf(operation: string): readonly Link[] {
    return this.#owned.of(this.#operations.rowOf(operation), this.rows.linksOf);
  }

  /** Returns -1 if the graph does not have the variable. */
  rowOf(variable: string | Variable): number {
    if (variable instanceof VariableRecord) {
      const row = variable.rowIn(this.rows);
      if (row >= 0) return row;
    }
    return this.#variables.rowOf(typeof variable === "string" ? variable : variable.id);
  }

  /** Passing a `Variable` of this graph is faster than passing an id. */
  linksFrom(variable: string | Variable): readonly Link[] {
    return this.#leaving.of(this.rowOf(variable), this.rows.linksFrom);
  }

  /** Passing a `Variable` of this graph is faster than passing an id. */
  linksTo(variable: string | Variable): readonly Link[] {
    return this.#entering.of(this.rowOf(variable), this.rows.linksTo);
  }

  /** Returns all versions of a full name, lowest version first. */
  versionsOf(fullName: string): readonly Variable[] {
    let name = this.#names.get(fullName);
    if (name === undefined) {
      name = this.rows.table.names.find(fullName);
      if (fullName.length <= MAX_KEPT_ID_CHARS) this.#names.set(fullName, name);
    }
    return this.#versions.of(name, this.rows.versions);
  }

  /**
   * Returns the variables that the operation only read (`inputs`), only wrote (`outputs`), or both
   * (`intermediates`).
   */
  endsOf(operation: string): {
    inputs: Variable[];
    intermediates: Variable[];
    outputs: Variable[];
  } {
    const { links } = this.rows.table;
    const owned = this.rows.linksOf.of(this.#operations.rowOf(operation));
    const sources = new Set(Array.from(owned, (row) => links.from.at(row)));
    const targets = new Set(Array.from(owned, (row) => links.to.at(row)));
    const pick = (rows: Set<number>, wanted: (row: number) => boolean) =>
      [...rows].filter(wanted).map((row) => this.#variables.at(row));
    return {
      inputs: pick(sources, (row) => !targets.has(row)),
      intermediates: pick(sources, (row) => targets.has(row)),
      outputs: pick(targets, (row) => !sources.has(row)),
    };
  }
}

class RecordLists<R> {
  readonly #records: RowRecords<R>;
  readonly #kept = new Map<number, readonly R[]>();

  constructor(records: RowRecords<R>) {
    this.#records = records;
  }

  of(key: number, rows: Adjacency): readonly R[] {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const records = Array.from(rows.of(key), (row) => this.#records.at(row));
    this.#kept.set(key, records);
    return records;
  }
}

interface RowView<R> {
  readonly find: (id: string) => number;
  readonly idOf: (row: number) => string;
  readonly view: (row: number) => R;
}

/**
 * Creates a record at its first request and caches it, so later requests return the same object.
 */
class RowRecords<R> implements Records<R> {
  readonly #rows: Uint32Array;
  readonly #view: RowView<R>;
  readonly #records: R[] = [];
  readonly #found = new Map<string, number>();

  constructor(rows: Uint32Array, view: RowView<R>) {
    this.#rows = rows;
    this.#view = view;
  }

  get size(): number {
    return this.#rows.length;
  }

  at(row: number): R {
    this.#records[row] ??= this.#view.view(row);
    return this.#records[row];
  }

  rowOf(id: string): number {
    let row = this.#found.get(id);
    if (row === undefined) {
      row = this.#view.find(id);
      if (id.length <= MAX_KEPT_ID_CHARS) this.#found.set(id, row);
    }
    return row;
  }

  get(id: string): R | undefined {
    const row = this.rowOf(id);
    return row < 0 ? undefined : this.at(row);
  }

  has(id: string): boolean {
    return this.rowOf(id) >= 0;
  }

  *keys(): Iterable<string> {
    for (const row of this.#rows) yield this.#view.idOf(row);
  }

  *values(): Iterable<R> {
    for (const row of this.#rows) yield this.at(row);
  }
}
