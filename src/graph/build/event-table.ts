/**
 * Stores the structure of events as columns, in the order of arrival. The values and details of
 * events stay in the `Bodies`.
 */
import type {
  GraphEvent,
  LinkEvent,
  OperationEvent,
  SessionEvent,
  TraceEvent,
  VariableEvent,
  VerdictEvent,
} from "../../protocol/events/events.ts";
import { CountColumn, IntColumn, TimeColumn } from "../columns/columns.ts";
import { LabelTable } from "../columns/label-table.ts";
import { StringTable } from "../columns/string-table.ts";
import type { InTurns } from "../in-turns.ts";
import type { Described } from "../model.ts";
import { fullNameOf } from "../model.ts";
import { sortInTurns } from "./sort-in-turns.ts";

export type Detail = Pick<Described, "comment" | "metadata" | "source" | "origin"> & {
  readonly error?: string;
};

/** `event` is the index of an event in its table. */
export interface Bodies {
  /** Returns the event's `value`, or the text that a splice inserts. */
  text(event: number): string;
  /**
   * Returns the length in UTF-16 code units, without reading the text; -1 if the event has no text.
   */
  chars(event: number): number;
  sameText(a: number, b: number): boolean;
  detail(event: number): Detail;
  /** Size of the cached texts and details, in UTF-16 code units. */
  readonly cachedChars: number;
}

/** Columns that all kinds of events have. `-1` and `NaN` mean that a value is absent. */
class Rows {
  readonly event = new IntColumn();
  readonly at = new TimeColumn();
  readonly seq = new CountColumn();
  readonly session = new CountColumn();
  readonly category = new CountColumn();
  /** Index of the import in `EventTable.imports`; -1 for events that were not imported. */
  readonly imported = new CountColumn();

  get size(): number {
    return this.event.size;
  }

  reserve(count: number): void {
    for (const column of Object.values(this)) column.reserve(this.size + count);
  }

  trim(): void {
    for (const column of Object.values(this)) column.trim();
  }
}

/** Values that were sent as splices, which are changes of other values. */
class SpliceRows {
  /**
   * The value that the splice changes. Before the graph is built, this is the index of its ref in
   * `names`. Afterwards, it is a row; -1 if the value is missing.
   */
  readonly of = new IntColumn();
  readonly at = new CountColumn();
  readonly remove = new CountColumn();
}

class VariableRows extends Rows {
  readonly ref = new IntColumn();
  readonly className = new CountColumn();
  readonly fullName = new IntColumn();
  /** Version number that the event gives; 0 if it gives none. */
  readonly version = new CountColumn();
  /**
   * The variable that this variable replaces; -1 for none. Before the graph is built, this is the
   * index of a name in `names`. Afterwards, it is a row.
   */
  readonly mutates = new IntColumn();
  /** Row in `splices`; -1 if the value was sent whole. */
  readonly splice = new IntColumn();
}

class LinkRows extends Rows {
  /**
   * The id that an imported link had before its import, as an index in `names`. For other links,
   * this is -1, because their id is the id of their event.
   */
  readonly link = new IntColumn();
  /**
   * Before the graph is built, `op`, `from` and `to` are indexes in `names`. Afterwards, they are
   * rows.
   */
  readonly op = new IntColumn();
  readonly from = new IntColumn();
  readonly to = new IntColumn();
}

export const STATUSES = ["running", "ok", "error"] as const;

class OperationRows extends Rows {
  readonly op = new IntColumn();
  readonly name = new IntColumn();
  readonly startedAt = new TimeColumn();
  readonly endedAt = new TimeColumn();
  readonly status = new IntColumn();
  /** Row of the next event about this operation; -1 for none. */
  readonly next = new IntColumn();

  /** Adds an operation that a link names but no event describes. Returns its row. */
  addUnknown(op: number, name: number, at: number, session: number): number {
    this.event.push(-1);
    this.at.push(at);
    this.seq.push(0);
    this.session.push(session);
    this.category.push(-1);
    this.imported.push(-1);
    this.op.push(op);
    this.name.push(name);
    this.startedAt.push(Number.NaN);
    this.endedAt.push(Number.NaN);
    this.status.push(-1);
    this.next.push(-1);
    return this.size - 1;
  }
}

type Structure<E extends TraceEvent> = Omit<
  E,
  "type" | "id" | "graph" | "ref" | "op" | "from" | "to" | "value" | "error" | keyof Detail
>;

export class EventTable {
  /** Ids of the events. The index of an id is also the index of its event. */
  readonly ids = new StringTable();
  /** Refs, operation ids and full names of variables. Most occur only a few times. */
  readonly names = new StringTable(true);
  /** Session ids, categories, classes and operation names. Many records share each of them. */
  readonly labels = new LabelTable();
  readonly variables = new VariableRows();
  readonly splices = new SpliceRows();
  /** Maps the row of each cut value to its original length in characters. */
  readonly lengths = new Map<number, number>();
  /**
   * Two columns with one entry for each event that recorded a variable again with the same value.
   * `rowAgain` has the row of the variable, and `again` has the time of the event.
   */
  readonly rowAgain = new IntColumn();
  readonly again = new TimeColumn();
  readonly links = new LinkRows();
  readonly operations = new OperationRows();
  readonly sessions: SessionEvent[] = [];
  readonly verdicts: VerdictEvent[] = [];
  readonly headers: GraphEvent[] = [];
  /** Times of the imports, in milliseconds since the epoch. */
  readonly imports: number[] = [];
  /**
   * Sessions, verdicts and headers stay in memory as objects. This is the number of characters in
   * all of them. If several events share one object, this object counts once.
   */
  heldChars = 0;
  firstAt = Number.POSITIVE_INFINITY;

  /** Returns false if the table already has an event with this id. */
  add(event: TraceEvent): boolean {
    const number = this.newEvent(event.id);
    if (number < 0) return false;
    if (event.at < this.firstAt) this.firstAt = event.at;
    switch (event.type) {
      case "variable":
        this.addVariable(number, event, this.names.intern(event.ref));
        break;
      case "link":
        this.addLink(number, event, {
          op: this.names.intern(event.op),
          from: this.names.intern(event.from),
          to: this.names.intern(event.to),
        });
        break;
      case "operation":
        this.addOperation(number, event, this.names.intern(event.op));
        break;
      case "session":
        this.sessions.push(event);
        this.#countHeld(event);
        break;
      case "verdict":
        this.verdicts.push(event);
        this.#countHeld(event);
        break;
      case "graph":
        this.headers.push(event);
        this.#countHeld(event);
        break;
    }
    return true;
  }

  /** Frees all memory that a built graph does not need. */
  trim(): void {
    const isImported = this.imports.length > 0;
    for (const rows of [this.variables, this.links, this.operations]) {
      rows.seq.clear();
      if (!isImported) rows.imported.clear();
    }
    if (!isImported) this.links.link.clear();
    this.variables.ref.clear();
    this.rowAgain.trim();
    this.again.trim();
    for (const part of [this.variables, this.links, this.operations, this.names]) part.trim();
    this.ids.trim();
    this.ids.forgetIndex();
  }

  reserve(rows: "variables" | "operations" | "links" | undefined, count: number): void {
    if (rows !== undefined) this[rows].reserve(count);
  }

  unnamedEvent(): number {
    this.#events++;
    return this.ids.addUnnamed();
  }

  /** Returns the index of a new event; -1 if the table already has the id. */
  newEvent(id: string): number {
    const number = this.ids.intern(id);
    if (number < this.#events) return -1;
    this.#events++;
    return number;
  }

  /** @param ref index of the variable's ref in `names` */
  addVariable(number: number, event: Structure<VariableEvent>, ref: number): void {
    const rows = this.variables;
    this.#addRow(rows, number, event);
    rows.ref.push(ref);
    rows.className.push(this.#label(event.class));
    rows.fullName.push(this.names.intern(fullNameOf(event.name, event.class)));
    rows.version.push(event.version ?? 0);
    if (event.length !== undefined) this.lengths.set(rows.size - 1, event.length);
    rows.mutates.push(event.mutates === undefined ? -1 : this.names.intern(event.mutates));
    const { splice } = event;
    rows.splice.push(splice === undefined ? -1 : this.splices.of.size);
    if (splice === undefined) return;
    this.splices.of.push(this.names.intern(splice.of));
    this.splices.at.push(splice.at);
    this.splices.remove.push(splice.remove);
  }

  addLink(
    number: number,
    event: Structure<LinkEvent>,
    named: { op: number; from: number; to: number },
  ): void {
    const rows = this.links;
    this.#addRow(rows, number, event);
    rows.link.push(event.link === undefined ? -1 : this.names.intern(event.link));
    rows.op.push(named.op);
    rows.from.push(named.from);
    rows.to.push(named.to);
  }

  addOperation(number: number, event: Structure<OperationEvent>, op: number): void {
    const rows = this.operations;
    this.#addRow(rows, number, event);
    rows.op.push(op);
    rows.name.push(this.labels.intern(event.name));
    rows.startedAt.push(event.startedAt ?? Number.NaN);
    rows.endedAt.push(event.endedAt ?? Number.NaN);
    rows.status.push(event.status === undefined ? -1 : STATUSES.indexOf(event.status));
    rows.next.push(-1);
  }

  #addRow(
    rows: Rows,
    number: number,
    event: Pick<LinkEvent, "at" | "seq" | "session" | "category" | "imported">,
  ): void {
    rows.event.push(number);
    rows.at.push(event.at);
    rows.seq.push(event.seq ?? 0);
    rows.session.push(this.#label(event.session));
    rows.category.push(this.#label(event.category));
    rows.imported.push(event.imported === undefined ? -1 : this.#import(event.imported));
  }

  isOfFile(rows: "variables" | "links" | "operations", row: number): boolean {
    return this.imports.length > 0 && this[rows].imported.at(row) >= 0;
  }

  #import(time: number): number {
    let number = this.#importNumbers.get(time);
    if (number === undefined) {
      number = this.imports.push(time) - 1;
      this.#importNumbers.set(time, number);
    }
    return number;
  }

  #countHeld(event: TraceEvent): void {
    for (const value of Object.values(event)) {
      if (typeof value === "string") this.heldChars += value.length;
      else if (typeof value === "object" && value !== null && !this.#counted.has(value)) {
        this.#counted.add(value);
        this.heldChars += JSON.stringify(value).length;
      }
    }
  }

  #label(text: string | undefined): number {
    return text === undefined ? -1 : this.labels.intern(text);
  }

  #events = 0;
  readonly #counted = new WeakSet<object>();
  readonly #importNumbers = new Map<number, number>();
}

/** Returns the rows in the graph's order: by `at`, then `seq`, then event id. */
export function* orderOf(rows: Rows, ids: StringTable): InTurns<Uint32Array> {
  const compare = (a: number, b: number) =>
    rows.at.at(a) - rows.at.at(b) ||
    rows.seq.at(a) - rows.seq.at(b) ||
    ids.compare(rows.event.at(a), rows.event.at(b));
  const order = new Uint32Array(rows.size);
  let sorted = true;
  for (let row = 0; row < order.length; row++) {
    order[row] = row;
    if (sorted && row > 0 && compare(row - 1, row) > 0) sorted = false;
  }
  return sorted ? order : yield* sortInTurns(order, compare);
}

export type Placed = Pick<TraceEvent, "at" | "seq" | "id">;

/** Sorts events in the graph's order: by `at`, then `seq`, then `id`. */
export function inOrder<E extends Placed>(events: readonly E[]): E[] {
  return [...events].sort(
    (a, b) => a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0) || (a.id < b.id ? -1 : 1),
  );
}

/** Reads events that are whole objects in memory. Event n of the table is at index n. */
export class HeldBodies implements Bodies {
  readonly cachedChars = 0;
  readonly #events: readonly TraceEvent[];

  constructor(events: readonly TraceEvent[]) {
    this.#events = events;
  }

  text(event: number): string {
    return this.#text(event) ?? "";
  }

  chars(event: number): number {
    return this.#text(event)?.length ?? -1;
  }

  sameText(a: number, b: number): boolean {
    return this.#text(a) === this.#text(b);
  }

  detail(event: number): Detail {
    return this.#events[event] as Detail;
  }

  #text(event: number): string | undefined {
    const held = this.#events[event];
    if (held?.type !== "variable") return undefined;
    return held.splice === undefined ? held.value : held.splice.insert;
  }
}
