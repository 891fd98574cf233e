/**
 * Stores the structure of a graph as columns of numbers. Each record is a row, and a link contains
 * the rows of its variables. Records do not become objects, so a graph can have very many of them.
 */

import { lowerBound, type Numbers, noneOf } from "../columns/columns.ts";
import { costOf, type InTurns, RecordCount } from "../in-turns.ts";
import type { GraphWarning, Pending } from "../model.ts";
import { variableIdOf } from "../model.ts";
import { Adjacency } from "./adjacency.ts";
import { supersededRows } from "./contradictions.ts";
import { type Bodies, type EventTable, orderOf } from "./event-table.ts";
import { Values } from "./values.ts";
import { parseVariableId, VariableVersions, variableOrder } from "./variable-versions.ts";

export interface Assembled {
  readonly rows: GraphRows;
  readonly warnings: GraphWarning[];
  readonly pending: Pending[];
  /** Returns the row of the variable with this ref or id; -1 for none. */
  readonly resolve: (end: string) => number;
}

/**
 * Makes the graph's rows from the events in the table: sorts the events, gives each variable its
 * version number, and finds the rows of the variables that each link names. The result reads from
 * the table, so callers must not change the table afterwards.
 */
export function* assembleRows(
  table: EventTable,
  bodies: Bodies,
  strict: boolean,
): InTurns<Assembled> {
  const warnings: GraphWarning[] = [];
  const pending: Pending[] = [];
  const superseded = supersededRows(table, warnings);
  yield costOf(table.variables.size);
  const order = (yield* variableOrder(table)).filter((row) => !superseded.variables.has(row));
  yield costOf(order.length);
  const values = new Values(table, bodies, order);
  yield costOf(order.length);
  const versions = new VariableVersions(table, values, strict, warnings);
  yield* versions.assign(order, pending);
  const operations = yield* mergeOperations(table, superseded.operations);
  yield costOf(operations.rows.length);
  const links = yield* connect(table, versions, operations, superseded.links, warnings, pending);
  table.trim();
  const rows = new GraphRows(table, bodies, values, {
    variables: Uint32Array.from(versions.rows),
    operations: Uint32Array.from(operations.rows),
    operationByName: operations.byName,
    links,
  });
  return { rows, warnings, pending, resolve: (end) => versions.resolveText(end) };
}

interface Operations {
  /** For each operation, the row of its first event. The operations are in the graph's order. */
  readonly rows: number[];
  readonly byName: Int32Array;
}

/**
 * One operation can have several events. This function sets `next` of each event to the row of the
 * operation's next event in the graph's order.
 */
function* mergeOperations(
  { operations, names, ids }: EventTable,
  superseded: ReadonlySet<number>,
): InTurns<Operations> {
  const byName = noneOf(names.size);
  const last = noneOf(names.size);
  const rows: number[] = [];
  for (const row of yield* orderOf(operations, ids)) {
    if (superseded.has(row)) continue;
    const name = operations.op.at(row);
    const before = last[name] as number;
    last[name] = row;
    if (before >= 0) operations.next.set(before, row);
    else {
      byName[name] = row;
      rows.push(row);
    }
  }
  return { rows, byName };
}

/**
 * Category of links that the SDK guesses from nested calls. Such a link is dropped without a
 * warning if one of its variables is missing.
 */
const GUESS = "nesting";

/**
 * Replaces the names in each link (`from`, `to` and `op`) by the rows of these records. Returns the
 * rows of the links whose two variables exist.
 */
function* connect(
  table: EventTable,
  versions: VariableVersions,
  operations: Operations,
  superseded: ReadonlySet<number>,
  warnings: GraphWarning[],
  pending: Pending[],
): InTurns<Uint32Array> {
  const { links, ids, names, labels } = table;
  const connected = new Uint32Array(links.size);
  let count = 0;
  const records = new RecordCount();
  for (const row of yield* orderOf(links, ids)) {
    if (records.isDue()) yield records.cost;
    if (superseded.has(row) || isRecordedToo(table, row)) {
      links.from.set(row, -1);
      continue;
    }
    const from = versions.resolve(links.from.at(row));
    const to = versions.resolve(links.to.at(row));
    if (from < 0 || to < 0) {
      const waitsFor = names.at(from < 0 ? links.from.at(row) : links.to.at(row));
      const category = links.category.at(row);
      const isGuess = category >= 0 && labels.at(category) === GUESS;
      if (!isGuess) pending.push({ event: ids.at(links.event.at(row)), waitsFor });
      links.from.set(row, -1);
      continue;
    }
    const op = links.op.at(row);
    if (operations.byName[op] === -1) addUnknown(table, operations, row, warnings);
    links.from.set(row, from);
    links.to.set(row, to);
    links.op.set(row, operations.byName[op] as number);
    connected[count++] = row;
    if (from === to) warnings.push(selfLink(linkIdOf(table, row), versions.idOf(from)));
  }
  return connected.subarray(0, count);
}

/**
 * Whether this imported link is already in the graph, because it was also recorded directly. A link
 * that is recorded directly gets the id of its event. An import keeps this id. So the function
 * looks for a link event with the id of the imported link.
 */
function isRecordedToo({ links, ids, names }: EventTable, row: number): boolean {
  const link = links.link.at(row);
  const event = link < 0 ? -1 : ids.find(names.at(link));
  if (event < 0) return false;
  const recorded = lowerBound(links.size, (i) => links.event.at(i) < event);
  return recorded < links.size && links.event.at(recorded) === event;
}

function linkIdOf({ links, ids, names, imports }: EventTable, row: number): string {
  const own = imports.length === 0 ? -1 : links.link.at(row);
  return own < 0 ? ids.at(links.event.at(row)) : names.at(own);
}

function selfLink(id: string, variable: string): GraphWarning {
  return {
    code: "self-link",
    subject: id,
    message: `Link ${id} leads from ${variable} to itself: its ends have one name and one value, which is one version. Give what the operation wrote a name or a \`version\` of its own, or record no link where nothing was written.`,
  };
}

function addUnknown(
  table: EventTable,
  operations: Operations,
  link: number,
  warnings: GraphWarning[],
): void {
  const { links, operations: rows, names, labels } = table;
  const op = links.op.at(link);
  const id = names.at(op);
  const row = rows.addUnknown(op, labels.intern(id), links.at.at(link), links.session.at(link));
  operations.byName[op] = row;
  operations.rows.push(row);
  warnings.push({
    code: "unknown-operation",
    subject: id,
    message: `Link ${linkIdOf(table, link)} names the operation ${id}, of which no event has arrived. Send an operation event with that \`op\`; it may come late.`,
  });
}

interface OrderedRows {
  readonly variables: Uint32Array;
  readonly operations: Uint32Array;
  readonly operationByName: Int32Array;
  readonly links: Uint32Array;
}

export class GraphRows {
  readonly table: EventTable;
  readonly bodies: Bodies;
  readonly values: Values;
  /** Rows of the records, in the graph's order. */
  readonly variables: Uint32Array;
  readonly operations: Uint32Array;
  readonly links: Uint32Array;
  readonly #operationByName: Int32Array;
  readonly #fullNames: Int32Array;
  readonly #versionNumbers: Numbers;
  #linksOf: Adjacency | undefined;
  #linksFrom: Adjacency | undefined;
  #linksTo: Adjacency | undefined;
  #versions: Adjacency | undefined;
  #linkByName: Int32Array | undefined;

  constructor(table: EventTable, bodies: Bodies, values: Values, ordered: OrderedRows) {
    this.table = table;
    this.bodies = bodies;
    this.values = values;
    this.variables = ordered.variables;
    this.operations = ordered.operations;
    this.links = ordered.links;
    this.#operationByName = ordered.operationByName;
    this.#fullNames = table.variables.fullName.numbers;
    this.#versionNumbers = table.variables.version.numbers;
  }

  /** Maps the row of each operation to the rows of its links. */
  get linksOf(): Adjacency {
    const { operations, links } = this.table;
    this.#linksOf ??= new Adjacency(this.links, operations.size, (row) => links.op.at(row));
    return this.#linksOf;
  }

  /** Maps the row of each variable to the rows of the links that start there. */
  get linksFrom(): Adjacency {
    const { variables, links } = this.table;
    this.#linksFrom ??= new Adjacency(this.links, variables.size, (row) => links.from.at(row));
    return this.#linksFrom;
  }

  /** Maps the row of each variable to the rows of the links that end there. */
  get linksTo(): Adjacency {
    const { variables, links } = this.table;
    this.#linksTo ??= new Adjacency(this.links, variables.size, (row) => links.to.at(row));
    return this.#linksTo;
  }

  /** Maps the index of each full name to the rows of its versions, lowest version number first. */
  get versions(): Adjacency {
    if (this.#versions === undefined) {
      const { variables, names } = this.table;
      const { fullName, version } = variables;
      this.#versions = new Adjacency(this.variables, names.size, (row) => fullName.at(row));
      this.#versions.sort((a, b) => version.at(a) - version.at(b));
    }
    return this.#versions;
  }

  variableId(row: number): string {
    const name = this.table.names.at(this.#fullNames[row] as number);
    return variableIdOf(name, this.#versionNumbers[row] as number);
  }

  operationId(row: number): string {
    return this.table.names.at(this.table.operations.op.at(row));
  }

  linkId(row: number): string {
    return linkIdOf(this.table, row);
  }

  /**
   * Returns the row of the variable with this id; -1 if there is none. `findOperation` and
   * `findLink` work in the same way.
   */
  findVariable(id: string): number {
    const parsed = parseVariableId(id);
    const name = parsed === undefined ? -1 : this.table.names.find(parsed.fullName);
    if (parsed === undefined || name < 0) return -1;
    const { version } = this.table.variables;
    const rows = this.versions.of(name);
    const at = lowerBound(rows.length, (i) => version.at(rows[i] as number) < parsed.version);
    const row = rows[at] ?? -1;
    return row >= 0 && version.at(row) === parsed.version ? row : -1;
  }

  findOperation(id: string): number {
    const name = this.table.names.find(id);
    return name < 0 ? -1 : (this.#operationByName[name] ?? -1);
  }

  findLink(id: string): number {
    const { ids, links } = this.table;
    const number = ids.find(id);
    if (number < 0) return this.#findImported(id);
    const row = lowerBound(links.size, (i) => links.event.at(i) < number);
    const isThere = row < links.size && links.event.at(row) === number && links.from.at(row) >= 0;
    return isThere && this.linkId(row) === id ? row : this.#findImported(id);
  }

  /**
   * Finds an imported link by its id. Such a link keeps the id that it has in the imported file,
   * but its event gets a new id. So the id cannot be found among the event ids.
   */
  #findImported(id: string): number {
    const { links, imports, names } = this.table;
    const name = imports.length === 0 ? -1 : names.find(id);
    if (name < 0) return -1;
    if (this.#linkByName === undefined) {
      this.#linkByName = noneOf(names.size);
      for (const row of this.links) {
        const own = links.link.at(row);
        if (own >= 0) this.#linkByName[own] = row;
      }
    }
    return this.#linkByName[name] as number;
  }
}
