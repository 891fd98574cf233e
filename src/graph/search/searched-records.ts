/**
 * Gives a search access to all records of one kind. The search names a record by an index, and this
 * file reads a text of the record only when the search needs it.
 */

import type { GraphRows } from "../build/graph-rows.ts";
import type { LabelTable } from "../columns/label-table.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Operation, Session } from "../model.ts";
import {
  DEFAULT_CATEGORY,
  type RecordKind,
  recordFilter,
  rowFilter,
} from "../parts/record-filter.ts";
import { OperationRecord } from "../records.ts";
import type { FieldTexts, NumberedTexts } from "./field-search.ts";
import type { SearchField, SearchQuery } from "./search-query.ts";
import type { Matcher } from "./text-matcher.ts";

const NO_LABEL = -1;

export interface SearchedRecords {
  /** Number of records. The index (`place`) of a record counts from 0, in the graph's order. */
  readonly size: number;
  idAt(place: number): string;
  /** Returns undefined if the graph does not have the record. */
  placeOf(id: string): number | undefined;
  /** Returns the indexes from `from` to `to - 1` of the records that pass the filters. */
  passing(from: number, to: number): Uint32Array;
  /** Returns undefined if this kind of record does not have the field. */
  textsOf(field: SearchField): FieldTexts | undefined;
}

export function searchedRecords(
  graph: EvolutionGraph,
  kind: RecordKind,
  query: SearchQuery,
): SearchedRecords {
  switch (kind) {
    case "session": {
      const sessions = [...graph.sessions.values()];
      const placeOf = (id: string) => placeIn(sessions, (session) => session.id === id);
      const recordAt = (place: number) => sessions[place] as Session;
      return new WholeRecords(kind, { size: sessions.length, placeOf, recordAt }, query);
    }
    case "operation": {
      const { rows } = graph;
      const { operations } = rows;
      const placeOf = (id: string) => placeOfRow(operations, rows.findOperation(id));
      const recordAt = (place: number) => new OperationRecord(rows, operations[place] as number);
      return new WholeRecords(kind, { size: operations.length, placeOf, recordAt }, query);
    }
    case "variable":
      return new VariableRecords(graph.rows, query);
    case "link":
      return new LinkRecords(graph.rows, query);
  }
}

interface RecordList<R> {
  readonly size: number;
  placeOf(id: string): number | undefined;
  recordAt(place: number): R;
}

/**
 * Reads sessions and operations as record objects. A graph has few of them, so this is fast enough.
 */
class WholeRecords implements SearchedRecords {
  readonly size: number;
  readonly #kind: "session" | "operation";
  readonly #list: RecordList<Session | Operation>;
  readonly #passes: (record: Session | Operation) => boolean;

  constructor(
    kind: "session" | "operation",
    list: RecordList<Session | Operation>,
    query: SearchQuery,
  ) {
    const isLeftOut = query.className !== undefined || query.operations !== undefined;
    this.size = isLeftOut ? 0 : list.size;
    this.#kind = kind;
    this.#list = list;
    this.#passes = recordFilter(kind, query);
  }

  idAt(place: number): string {
    return this.#list.recordAt(place).id;
  }

  placeOf(id: string): number | undefined {
    return this.#list.placeOf(id);
  }

  passing(from: number, to: number): Uint32Array {
    const places = [];
    for (let place = from; place < to; place++) {
      if (this.#passes(this.#list.recordAt(place))) places.push(place);
    }
    return Uint32Array.from(places);
  }

  textsOf(field: SearchField): FieldTexts | undefined {
    if (field === "value") return undefined;
    const otherwise = field === "category" ? DEFAULT_CATEGORY[this.#kind] : undefined;
    return { textAt: (place) => this.#list.recordAt(place)[field] ?? otherwise };
  }
}

class VariableRecords implements SearchedRecords {
  readonly size: number;
  readonly #rows: GraphRows;
  readonly #order: Uint32Array;
  readonly #passes: RowTest | undefined;

  constructor(rows: GraphRows, query: SearchQuery) {
    const { className } = query;
    const { numbers } = rows.table.variables.className;
    const wanted = className === undefined ? NO_LABEL : rows.table.labels.find(className);
    const isOfClass = (row: number) => wanted !== NO_LABEL && numbers[row] === wanted;
    this.#rows = rows;
    this.#order = rows.variables;
    this.#passes = both(
      className === undefined ? undefined : isOfClass,
      rowFilter(rows, "variable", query),
    );
    this.size = query.operations === undefined ? this.#order.length : 0;
  }

  idAt(place: number): string {
    return this.#rows.variableId(this.#order[place] as number);
  }

  placeOf(id: string): number | undefined {
    return placeOfRow(this.#order, this.#rows.findVariable(id));
  }

  passing(from: number, to: number): Uint32Array {
    return placesOfRows(this.#order, from, to, this.#passes);
  }

  textsOf(field: SearchField): FieldTexts | undefined {
    const rows = this.#order;
    const { table, values, bodies } = this.#rows;
    const { fullName, category, event } = table.variables;
    switch (field) {
      case "name":
        return { shared: { rows, numbers: fullName.numbers, texts: table.names } };
      case "category": {
        const texts = new Categories(table.labels, DEFAULT_CATEGORY.variable);
        return { shared: { rows, numbers: category.numbers, texts } };
      }
      case "comment":
        return { textAt: (place) => bodies.detail(event.at(rows[place] as number)).comment };
      case "value":
        return { textAt: (place) => values.read(rows[place] as number) };
    }
  }
}

class LinkRecords implements SearchedRecords {
  readonly size: number;
  readonly #rows: GraphRows;
  readonly #order: Uint32Array;
  readonly #passes: RowTest | undefined;

  constructor(rows: GraphRows, query: SearchQuery) {
    const { numbers } = rows.table.links.op;
    const operations = new Set(query.operations?.map((id) => rows.findOperation(id)));
    const isOwned = (row: number) => operations.has(numbers[row] as number);
    this.#rows = rows;
    this.#order = rows.links;
    this.#passes = both(
      query.operations === undefined ? undefined : isOwned,
      rowFilter(rows, "link", query),
    );
    this.size = query.className === undefined ? this.#order.length : 0;
  }

  idAt(place: number): string {
    return this.#rows.linkId(this.#order[place] as number);
  }

  placeOf(id: string): number | undefined {
    return placeOfRow(this.#order, this.#rows.findLink(id));
  }

  passing(from: number, to: number): Uint32Array {
    return placesOfRows(this.#order, from, to, this.#passes);
  }

  textsOf(field: SearchField): FieldTexts | undefined {
    const rows = this.#order;
    const { table, bodies } = this.#rows;
    const { category, event } = table.links;
    if (field === "category") {
      const texts = new Categories(table.labels, DEFAULT_CATEGORY.link);
      return { shared: { rows, numbers: category.numbers, texts } };
    }
    if (field !== "comment") return undefined;
    return { textAt: (place) => bodies.detail(event.at(rows[place] as number)).comment };
  }
}

/**
 * The texts of the categories, each with a number. Records without a category have the number -1.
 * Its text is the default category.
 */
class Categories implements NumberedTexts {
  readonly #labels: LabelTable;
  readonly #otherwise: string;

  constructor(labels: LabelTable, otherwise: string) {
    this.#labels = labels;
    this.#otherwise = otherwise;
  }

  get size(): number {
    return this.#labels.size;
  }

  at(number: number): string {
    return this.#labels.at(number) ?? this.#otherwise;
  }

  search(numbers: Int32Array, matcher: Matcher, ends: Int32Array): number {
    let chars = 0;
    for (const number of numbers) {
      const text = this.at(number);
      chars += text.length;
      ends[number + 1] = matcher.endIn(text);
    }
    return chars;
  }
}

type RowTest = (row: number) => boolean;

/** Returns a test that is true if both tests are true. An absent test counts as true. */
function both(first: RowTest | undefined, second: RowTest | undefined): RowTest | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (row) => first(row) && second(row);
}

/** Without a test, all records pass. */
function placesOfRows(
  order: Uint32Array,
  from: number,
  to: number,
  passes: RowTest | undefined,
): Uint32Array {
  const places = placesBetween(from, to);
  return passes === undefined ? places : places.subarray(0, keepPassing(places, order, passes));
}

/*
 * Loops over many records are separate functions, so that the JavaScript engine compiles them early
 * and only once.
 */

function placesBetween(from: number, to: number): Uint32Array {
  const places = new Uint32Array(to - from);
  for (let i = 0; i < places.length; i++) places[i] = from + i;
  return places;
}

/** Moves places of records that pass the test to the front of `places`. Returns their number. */
function keepPassing(places: Uint32Array, order: Uint32Array, passes: RowTest): number {
  let count = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (passes(order[place] as number)) places[count++] = place;
  }
  return count;
}

function placeOfRow(order: Uint32Array, row: number): number | undefined {
  return row < 0 ? undefined : placeIn(order, (other) => other === row);
}

function placeIn<T>(
  list: { findIndex(test: (item: T) => boolean): number },
  isIt: (item: T) => boolean,
): number | undefined {
  const place = list.findIndex(isIt);
  return place < 0 ? undefined : place;
}
