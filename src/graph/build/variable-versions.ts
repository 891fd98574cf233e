/**
 * Gives each recorded value a version number, for example `a@1`, `a@2`. The numbers follow the
 * graph's order and start at 1 for each name. A value that equals the latest version of its name
 * gets no new number. If the event itself gives a version number, this number is used.
 */
import { noneOf } from "../columns/columns.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { GraphWarning, Pending } from "../model.ts";
import { variableIdOf } from "../model.ts";
import { type EventTable, orderOf } from "./event-table.ts";
import type { Values } from "./values.ts";

/** `user:name@3` has the full name `user:name` and the version 3. */
export interface VariableId {
  readonly fullName: string;
  readonly version: number;
}

export function parseVariableId(id: string): VariableId | undefined {
  const at = id.lastIndexOf("@");
  const version = id.slice(at + 1);
  if (at < 0 || !/^[1-9]\d{0,15}$/.test(version)) return undefined;
  return { fullName: id.slice(0, at), version: Number(version) };
}

export class VariableVersions {
  /**
   * The rows that became variables, in the graph's order. Any other row only repeats a variable, or
   * waits for a value that has not arrived yet.
   */
  readonly rows: number[] = [];
  readonly #table: EventTable;
  readonly #values: Values;
  readonly #strict: boolean;
  readonly #warnings: GraphWarning[];
  /** Maps the index of each ref to the row of its variable; -1 for none yet. */
  readonly #byRef: Int32Array;
  /** Maps the index of each full name to the row of its highest version; -1 for none yet. */
  readonly #latest: Int32Array;
  /**
   * Maps the ids of all variables to their rows. The map is built only when a search needs it. Most
   * searches look for the highest version of a name, which `#latest` contains.
   */
  #byId: Map<string, number> | undefined;
  /**
   * Version numbers that this class must not choose, as keys from `versionKey`. If an event gives
   * no number, the class chooses a number that no other event of the same name gives. If all events
   * of a name give numbers, the set does not contain these numbers.
   */
  #given: ReadonlySet<string> | undefined;
  /** Rows that claim the id of an earlier variable, but have a different value. */
  readonly #conflicting = new Set<number>();
  /**
   * Variables whose `mutates` names a variable that `assign` had not reached yet. That variable
   * comes later in the graph's order, or it is missing.
   */
  readonly #unplaced: { readonly row: number; readonly mutates: number }[] = [];

  constructor(table: EventTable, values: Values, strict: boolean, warnings: GraphWarning[]) {
    this.#table = table;
    this.#values = values;
    this.#strict = strict;
    this.#warnings = warnings;
    this.#byRef = noneOf(table.names.size);
    this.#latest = noneOf(table.names.size);
  }

  /**
   * Finds the variable that each row records: a new one, or an earlier one that the row repeats. A
   * row whose value is still missing gets no variable, and is added to `pending`.
   */
  *assign(order: Uint32Array, pending: Pending[]): InTurns<void> {
    const { variables, ids, names } = this.#table;
    const waiting = new Set<number>();
    this.#given = givenVersions(this.#table);
    const records = new RecordCount();
    for (const row of order) {
      if (records.isDue()) yield records.cost;
      const ref = variables.ref.at(row);
      const known = this.#byRef[ref] as number;
      if (known >= 0) {
        if (!this.#values.repeats(row, known))
          this.#warnings.push(conflictingValue(this.idOf(known)));
        continue;
      }
      if (waiting.has(ref) || !this.#values.has(row)) {
        waiting.add(ref);
        const splice = variables.splice.at(row);
        pending.push({
          event: ids.at(variables.event.at(row)),
          waitsFor: names.at(splice < 0 ? ref : this.#table.splices.of.at(splice)),
        });
        continue;
      }
      this.#byRef[ref] = this.#variableOf(row);
    }
    this.#values.settle((row) => this.#ofValue(row));
    for (const { row, mutates } of this.#unplaced) {
      const replaced = this.resolve(mutates);
      if (replaced >= 0 && replaced !== row) variables.mutates.set(row, replaced);
      if (replaced < 0) {
        pending.push({ event: ids.at(variables.event.at(row)), waitsFor: names.at(mutates) });
      }
    }
  }

  #ofValue(row: number): number {
    if (this.#conflicting.has(row)) return -1;
    return this.#byRef[this.#table.variables.ref.at(row)] as number;
  }

  /** Returns the variable whose ref or id has the index `end` in `names`; -1 for none. */
  resolve(end: number): number {
    const row = this.#byRef[end] as number;
    return row >= 0 ? row : this.#byText(this.#table.names.at(end));
  }

  /** Like `resolve`, but takes the text of the ref or id. The text need not be in `names`. */
  resolveText(end: string): number {
    const number = this.#table.names.find(end);
    return number >= 0 ? this.resolve(number) : this.#byText(end);
  }

  #variableOf(row: number): number {
    const { variables } = this.#table;
    const name = variables.fullName.at(row);
    const latest = this.#latest[name] as number;
    const given = variables.version.at(row);
    if (given === 0 && latest >= 0 && this.#values.same(latest, row) && !this.#replacesOther(row)) {
      this.#repeat(latest, row);
      return latest;
    }
    const highest = latest < 0 ? 0 : variables.version.at(latest);
    const version = given === 0 ? this.#nextFree(name, highest) : given;
    const known = version > highest ? -1 : this.#find(name, version);
    if (known >= 0) {
      if (!this.#values.same(known, row)) {
        this.#warnings.push(conflictingValue(this.idOf(known)));
        this.#conflicting.add(row);
      }
      return known;
    }
    this.#declare(row, version, latest);
    if (version > highest) this.#latest[name] = row;
    return row;
  }

  /**
   * A row that replaces a variable of another name becomes a new version even if its value is
   * unchanged. Otherwise, the graph would lose the time of the replacement.
   */
  #replacesOther(row: number): boolean {
    const { fullName, mutates } = this.#table.variables;
    const replaced = mutates.at(row) < 0 ? -1 : this.resolve(mutates.at(row));
    return replaced >= 0 && fullName.at(replaced) !== fullName.at(row);
  }

  #repeat(variable: number, row: number): void {
    const { variables, rowAgain, again } = this.#table;
    rowAgain.push(variable);
    again.push(variables.at.at(row));
    const category = variables.category.at(row);
    if (variables.category.at(variable) < 0 && category >= 0) {
      variables.category.set(variable, category);
    }
  }

  #declare(row: number, version: number, latest: number): void {
    const { variables } = this.#table;
    const isCounted = variables.version.at(row) === 0;
    const replaced = variables.mutates.at(row);
    const mutates = replaced < 0 ? -1 : this.resolve(replaced);
    if (replaced >= 0 && mutates < 0) this.#unplaced.push({ row, mutates: replaced });
    variables.version.set(row, version);
    variables.mutates.set(row, mutates);
    this.rows.push(row);
    this.#byId?.set(this.idOf(row), row);
    if (this.#strict && isCounted && latest >= 0 && mutates !== latest) {
      this.#warnings.push(undeclaredChange(this.idOf(row), this.idOf(latest)));
    }
  }

  /** Returns the next version number that no other event gives to this name. */
  #nextFree(name: number, highest: number): number {
    let version = highest + 1;
    while (this.#given?.has(versionKey(name, version))) version++;
    return version;
  }

  idOf(row: number): string {
    const { variables, names } = this.#table;
    return variableIdOf(names.at(variables.fullName.at(row)), variables.version.at(row));
  }

  #byText(id: string): number {
    const parsed = parseVariableId(id);
    const name = parsed === undefined ? -1 : this.#table.names.find(parsed.fullName);
    if (parsed === undefined || name < 0) return -1;
    const latest = this.#latest[name] as number;
    if (latest < 0) return -1;
    const highest = this.#table.variables.version.at(latest);
    if (parsed.version === highest) return latest;
    return parsed.version > highest ? -1 : this.#find(name, parsed.version);
  }

  #find(name: number, version: number): number {
    this.#byId ??= new Map(this.rows.map((row) => [this.idOf(row), row]));
    return this.#byId.get(variableIdOf(this.#table.names.at(name), version)) ?? -1;
  }
}

function givenVersions({ variables, names }: EventTable): ReadonlySet<string> {
  const kinds = new Uint8Array(names.size);
  for (let row = 0; row < variables.size; row++) {
    const name = variables.fullName.at(row);
    kinds[name] = (kinds[name] as number) | (variables.version.at(row) === 0 ? COUNTED : GIVEN);
  }
  const given = new Set<string>();
  for (let row = 0; row < variables.size; row++) {
    const [name, version] = [variables.fullName.at(row), variables.version.at(row)];
    if (kinds[name] === (COUNTED | GIVEN) && version > 0) given.add(versionKey(name, version));
  }
  return given;
}

const COUNTED = 1;
const GIVEN = 2;

function versionKey(name: number, version: number): string {
  return `${name} ${version}`;
}

export function variableOrder(table: EventTable): InTurns<Uint32Array> {
  return orderOf(table.variables, table.ids);
}

function conflictingValue(id: string): GraphWarning {
  return {
    code: "conflicting-value",
    subject: id,
    message: `${id} was recorded twice with different values; the first is kept. Give each value a ref of its own, and a version that is free or none.`,
  };
}

function undeclaredChange(id: string, before: string): GraphWarning {
  return {
    code: "undeclared-change",
    subject: id,
    message: `${id} differs from ${before} without declaring that it changes it. Record the change with \`mutates\`, or give the value another name.`,
  };
}
