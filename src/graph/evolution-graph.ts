/** Looking things up in an evolution graph. Iteration is in the graph's order everywhere. */
import type { Adjacency } from "./adjacency.ts";
import type { GraphRows } from "./graph-rows.ts";
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
import { LinkRecord, OperationRecord, VariableRecord } from "./records.ts";

/** Records by id. */
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
  /** The structure, for work over many records. */
  readonly rows: GraphRows;

  readonly #operations: RowRecords<Operation>;
  readonly #variables: RowRecords<Variable>;
  readonly #links: RowRecords<Link>;

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
    this.operations = this.#operations;
    this.variables = this.#variables;
    this.links = this.#links;
  }

  /** The links that the operation owns. */
  linksOf(operation: string): readonly Link[] {
    return this.#linksIn(this.rows.linksOf, this.rows.findOperation(operation));
  }

  /** The links that leave the variable. */
  linksFrom(variable: string): readonly Link[] {
    return this.#linksIn(this.rows.linksFrom, this.rows.findVariable(variable));
  }

  /** The links that enter the variable. */
  linksTo(variable: string): readonly Link[] {
    return this.#linksIn(this.rows.linksTo, this.rows.findVariable(variable));
  }

  /** All versions of a name, lowest first. */
  versionsOf(fullName: string): readonly Variable[] {
    const name = this.rows.table.names.find(fullName);
    return name < 0
      ? []
      : Array.from(this.rows.versions.of(name), (row) => this.#variables.at(row));
  }

  /**
   * What the operation was given (`inputs`), what it left behind (`outputs`), and what it made and
   * used itself on the way (`intermediates`).
   */
  endsOf(operation: string): {
    inputs: Variable[];
    intermediates: Variable[];
    outputs: Variable[];
  } {
    const { links } = this.rows.table;
    const owned = this.rows.linksOf.of(this.rows.findOperation(operation));
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

  #linksIn(lists: Adjacency, key: number): readonly Link[] {
    return Array.from(lists.of(key), (row) => this.#links.at(row));
  }
}

interface RowView<R> {
  readonly find: (id: string) => number;
  readonly idOf: (row: number) => string;
  readonly view: (row: number) => R;
}

/** One record per row that was asked for, so that equal records are the same object. */
class RowRecords<R> implements Records<R> {
  readonly #rows: Uint32Array;
  readonly #view: RowView<R>;
  readonly #records: R[] = [];

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

  get(id: string): R | undefined {
    const row = this.#view.find(id);
    return row < 0 ? undefined : this.at(row);
  }

  has(id: string): boolean {
    return this.#view.find(id) >= 0;
  }

  *keys(): Iterable<string> {
    for (const row of this.#rows) yield this.#view.idOf(row);
  }

  *values(): Iterable<R> {
    for (const row of this.#rows) yield this.at(row);
  }
}
