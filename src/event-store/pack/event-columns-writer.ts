/** Writes a pack's events into columns; see `event-columns.ts`. */
import { StringTable } from "../../graph/columns/string-table.ts";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { ByteWriter } from "./byte-columns.ts";
import { type EventColumns, type Kind, SPLICE } from "./event-columns.ts";

const DETAIL = ["comment", "metadata", "source", "origin"];
/**
 * For each event type, the fields that an event stores together as one JSON text. This text is read
 * only when somebody needs one of these fields.
 */
const DETAIL_OF: Readonly<Partial<Record<TraceEvent["type"], ReadonlySet<string>>>> = {
  variable: new Set(DETAIL),
  link: new Set(DETAIL),
  operation: new Set([...DETAIL, "error"]),
};
const INSERT = `${SPLICE}insert`;
/**
 * Largest number, positive or negative, that a `whole` column can have. The column stores the
 * differences between successive numbers. With this limit, `ByteWriter.pushSigned` can encode every
 * difference.
 */
const MOST_WHOLE = 2 ** 51;

export class EventColumnsWriter {
  readonly #numberOf: (text: string) => number;
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  /**
   * All ids and names of the pack. A `Map` would need about three times the memory.
   */
  readonly #known = new StringTable();
  /**
   * The pack numbers its ids and names together, in the order in which each first occurs. This
   * array maps the number of a text in `#known` to the number of the text in the pack.
   */
  readonly #numbers: number[] = [];
  #next = 0;
  readonly #columns = new Map<string, Column>();
  readonly #starts = new Map<string, Step>();
  readonly #shapes: (readonly number[])[] = [];
  readonly #order = new ByteWriter();

  /** @param numberOf returns the index of a text among the texts of the pack */
  constructor(numberOf: (text: string) => number) {
    this.#numberOf = numberOf;
  }

  add(event: TraceEvent): void {
    const fields = event as Readonly<Record<string, unknown>>;
    const apart = DETAIL_OF[event.type];
    let step = this.#startOf(event.type);
    let detail: Record<string, unknown> | undefined;
    for (const field in fields) {
      const value = fields[field];
      const { last } = step;
      if (last?.column.field === field && this.#took(last.column, value)) step = last;
      else if (apart?.has(field)) {
        detail ??= {};
        detail[field] = value;
      } else if (field === "id") step = this.#id(step, event.id);
      else if (field === "value") step = this.#text(step, field, value as string);
      else if (field === "splice") step = this.#splice(step, value as Record<string, unknown>);
      else step = this.#field(step, field, value);
    }
    if (detail !== undefined) step = this.#text(step, "rest", JSON.stringify(detail));
    if (step.shape < 0) step.shape = this.#shapes.push(step.columns) - 1;
    this.#order.push(step.shape);
  }

  end(): EventColumns {
    const columns = [...this.#columns.values()];
    return {
      ids: this.#ids,
      names: this.#names,
      columns: columns.map(({ kind, field }) => [kind, field]),
      shapes: this.#shapes,
      order: this.#order.end(),
      bytes: columns.map(({ bytes }) => bytes.end()),
    };
  }

  #startOf(type: string): Step {
    const known = this.#starts.get(type);
    if (known !== undefined) return known;
    const start = new Step([]);
    this.#starts.set(type, start);
    return start;
  }

  /** Returns false if the column's kind does not allow the value. */
  #took(column: Column, value: unknown): boolean {
    if (column.kind === "name" && typeof value === "string") this.#name(column, value);
    else if (column.kind === "whole" && isWhole(value)) column.pushWhole(value);
    else return false;
    return true;
  }

  #id(step: Step, id: string): Step {
    this.#ids.push(id);
    this.#numbers[this.#known.intern(id)] = this.#next++;
    return this.#after(step, "id", "id");
  }

  #text(step: Step, field: string, text: string): Step {
    const next = this.#after(step, "text", field);
    next.column.bytes.push(this.#numberOf(text));
    return next;
  }

  #splice(step: Step, splice: Readonly<Record<string, unknown>>): Step {
    let last = step;
    for (const field in splice) {
      const [path, value] = [SPLICE + field, splice[field]];
      last =
        path === INSERT ? this.#text(last, path, value as string) : this.#field(last, path, value);
    }
    return last;
  }

  #field(step: Step, field: string, value: unknown): Step {
    if (typeof value === "string") {
      const next = this.#after(step, "name", field);
      this.#name(next.column, value);
      return next;
    }
    if (isWhole(value)) {
      const next = this.#after(step, "whole", field);
      next.column.pushWhole(value);
      return next;
    }
    const next = this.#after(step, "json", field);
    this.#name(next.column, JSON.stringify(value));
    return next;
  }

  #name(column: Column, name: string): void {
    if (name === column.lastName) {
      column.bytes.push(column.lastCode);
      return;
    }
    const text = this.#known.intern(name);
    let number = this.#numbers[text];
    const known = number === undefined ? undefined : column.codes.get(number);
    column.lastName = name;
    column.lastCode = known ?? column.codes.size + 1;
    if (known !== undefined) {
      column.bytes.push(known);
      return;
    }
    column.bytes.push(0);
    if (number === undefined) {
      column.bytes.push(0);
      number = this.#next++;
      this.#numbers[text] = number;
      this.#names.push(name);
    } else column.bytes.push(this.#next - number);
    column.codes.set(number, column.lastCode);
  }

  #after(step: Step, kind: Kind, field: string): StepTo {
    const { last } = step;
    if (last?.column.field === field && last.column.kind === kind) return last;
    const next = step.next[kind].get(field) ?? this.#newStep(step, kind, field);
    step.last = next;
    return next;
  }

  #newStep(step: Step, kind: Kind, field: string): StepTo {
    const name = `${kind} ${field}`;
    const column = this.#columns.get(name) ?? new Column(this.#columns.size, kind, field);
    this.#columns.set(name, column);
    const next = new StepTo(column, step.columns);
    step.next[kind].set(field, next);
    return next;
  }
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= MOST_WHOLE;
}

class Column {
  readonly number: number;
  readonly kind: Kind;
  readonly field: string;
  readonly bytes = new ByteWriter();
  /**
   * Maps each name to its code in this column. The key is the position of the name in the pack's
   * list of ids and names. The first name in the column has the code 1, the next new name has the
   * code 2, and so on.
   */
  readonly codes = new Map<number, number>();
  lastName: string | undefined;
  lastCode = 0;
  #lastWhole = 0;

  constructor(number: number, kind: Kind, field: string) {
    this.number = number;
    this.kind = kind;
    this.field = field;
  }

  pushWhole(number: number): void {
    this.bytes.pushSigned(number - this.#lastWhole);
    this.#lastWhole = number;
  }
}

/**
 * A node in a tree. The edges on the way from the root to the node are the fields of an event, in
 * order. So events with the same fields end at the same node.
 */
class Step {
  readonly columns: readonly number[];
  readonly next: Readonly<Record<Kind, Map<string, StepTo>>> = {
    id: new Map(),
    name: new Map(),
    json: new Map(),
    whole: new Map(),
    text: new Map(),
  };
  /**
   * The node to which the last event went from this node. It is tried first, because the next event
   * usually goes to the same node.
   */
  last: StepTo | undefined;
  shape = -1;

  constructor(columns: readonly number[]) {
    this.columns = columns;
  }
}

class StepTo extends Step {
  readonly column: Column;

  constructor(column: Column, before: readonly number[]) {
    super([...before, column.number]);
    this.column = column;
  }
}
