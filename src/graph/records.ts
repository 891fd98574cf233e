/**
 * The records here hold no data. They read a field from the graph's rows only when it is accessed,
 * so creating a record is cheap.
 */
import { type Detail, STATUSES } from "./build/event-table.ts";
import type { GraphRows } from "./build/graph-rows.ts";
import type { Link, Operation, Source, Variable } from "./model.ts";

/**
 * Only ids and names up to this length are cached as strings. Names can have 512 characters, so
 * caching all of them could take several times the memory of the graph.
 */
export const MAX_KEPT_ID_CHARS = 120;

export interface RowIds {
  variableId(row: number): string;
  operationId(row: number): string;
}

/** Fields that are not columns of the event table. They are read from the details of an event. */
abstract class EventRecord {
  protected abstract get detail(): Detail;

  get comment(): string | undefined {
    return this.detail.comment;
  }
  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.detail.metadata;
  }
  get source(): Source | undefined {
    return this.detail.source;
  }
  get origin(): Readonly<Record<string, unknown>> | undefined {
    return this.detail.origin;
  }
}

export class VariableRecord extends EventRecord implements Variable {
  readonly #rows: GraphRows;
  readonly #row: number;
  readonly #ids: RowIds;
  #id: string | undefined;

  constructor(rows: GraphRows, row: number, ids: RowIds = rows) {
    super();
    this.#rows = rows;
    this.#row = row;
    this.#ids = ids;
  }

  /** Returns -1 if the variable belongs to another graph. */
  rowIn(rows: GraphRows): number {
    return rows === this.#rows ? this.#row : -1;
  }

  get id(): string {
    const id = this.#id ?? this.#rows.variableId(this.#row);
    if (id.length <= MAX_KEPT_ID_CHARS) this.#id = id;
    return id;
  }
  get fullName(): string {
    return this.#rows.table.names.at(this.#rows.table.variables.fullName.at(this.#row));
  }
  get name(): string {
    const { className } = this;
    return className === undefined ? this.fullName : this.fullName.slice(className.length + 1);
  }
  get className(): string | undefined {
    return this.#rows.table.labels.at(this.#rows.table.variables.className.at(this.#row));
  }
  get version(): number {
    return this.#rows.table.variables.version.at(this.#row);
  }
  get value(): string {
    return this.#rows.values.read(this.#row);
  }
  get length(): number | undefined {
    return this.#rows.table.lengths.get(this.#row);
  }
  get session(): string | undefined {
    return this.#rows.table.labels.at(this.#rows.table.variables.session.at(this.#row));
  }
  get mutates(): string | undefined {
    const row = this.#rows.table.variables.mutates.at(this.#row);
    return row < 0 ? undefined : this.#ids.variableId(row);
  }
  get at(): number {
    return this.#rows.table.variables.at.at(this.#row);
  }
  get category(): string | undefined {
    return this.#rows.table.labels.at(this.#rows.table.variables.category.at(this.#row));
  }
  protected override get detail(): Detail {
    return this.#rows.bodies.detail(this.#rows.table.variables.event.at(this.#row));
  }
}

export class LinkRecord extends EventRecord implements Link {
  readonly #rows: GraphRows;
  readonly #row: number;
  readonly #ids: RowIds;

  constructor(rows: GraphRows, row: number, ids: RowIds = rows) {
    super();
    this.#rows = rows;
    this.#row = row;
    this.#ids = ids;
  }

  get id(): string {
    return this.#rows.linkId(this.#row);
  }
  get op(): string {
    return this.#ids.operationId(this.#rows.table.links.op.at(this.#row));
  }
  get from(): string {
    return this.#ids.variableId(this.#rows.table.links.from.at(this.#row));
  }
  get to(): string {
    return this.#ids.variableId(this.#rows.table.links.to.at(this.#row));
  }
  get session(): string | undefined {
    return this.#rows.table.labels.at(this.#rows.table.links.session.at(this.#row));
  }
  get at(): number {
    return this.#rows.table.links.at.at(this.#row);
  }
  get category(): string | undefined {
    return this.#rows.table.labels.at(this.#rows.table.links.category.at(this.#row));
  }
  protected override get detail(): Detail {
    return this.#rows.bodies.detail(this.#rows.table.links.event.at(this.#row));
  }
}

export class OperationRecord implements Operation {
  readonly #rows: GraphRows;
  readonly #chain: number[] = [];
  #id: string | undefined;

  constructor(rows: GraphRows, row: number) {
    this.#rows = rows;
    for (let at = row; at >= 0; at = rows.table.operations.next.at(at)) this.#chain.push(at);
  }

  get rows(): readonly number[] {
    return this.#chain;
  }
  get id(): string {
    const id = this.#id ?? this.#rows.operationId(this.#chain[0] as number);
    if (id.length <= MAX_KEPT_ID_CHARS) this.#id = id;
    return id;
  }
  get name(): string {
    return this.#label("name") ?? "";
  }
  get session(): string | undefined {
    return this.#label("session");
  }
  get startedAt(): number | undefined {
    return this.#time("startedAt");
  }
  get endedAt(): number | undefined {
    return this.#time("endedAt");
  }
  get status(): Operation["status"] {
    return STATUSES[this.#last("status")];
  }
  get at(): number {
    return this.#rows.table.operations.at.at(this.#chain[0] as number);
  }
  get category(): string | undefined {
    return this.#label("category");
  }
  get error(): string | undefined {
    return this.#detail("error");
  }
  get comment(): string | undefined {
    return this.#detail("comment");
  }
  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.#detail("metadata");
  }
  get source(): Source | undefined {
    return this.#detail("source");
  }
  get origin(): Readonly<Record<string, unknown>> | undefined {
    return this.#detail("origin");
  }

  /** Returns the value of the last event that has this field; -1 for none. */
  #last(column: "name" | "session" | "category" | "status"): number {
    const values = this.#rows.table.operations[column];
    return values.at(this.#chain.findLast((row) => values.at(row) >= 0) ?? -1) ?? -1;
  }

  #label(column: "name" | "session" | "category"): string | undefined {
    return this.#rows.table.labels.at(this.#last(column));
  }

  #time(column: "startedAt" | "endedAt"): number | undefined {
    const values = this.#rows.table.operations[column];
    const row = this.#chain.findLast((at) => !Number.isNaN(values.at(at)));
    return row === undefined ? undefined : values.at(row);
  }

  #detail<K extends keyof Detail>(field: K): Detail[K] | undefined {
    for (let i = this.#chain.length - 1; i >= 0; i--) {
      const event = this.#rows.table.operations.event.at(this.#chain[i] as number);
      const value = event < 0 ? undefined : this.#rows.bodies.detail(event)[field];
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
