/**
 * Finds records that two imported files describe differently. The id of an imported event contains
 * a hash of the event. So if two files describe a record in the same way, both events have the same
 * id, and the table keeps only one. If the table has two imported events about one record, the
 * files contradict each other. The graph then uses the later import and gets a warning.
 */
import type { GraphEvent, SessionEvent, TraceEvent } from "../../protocol/events/events.ts";
import { noneOf } from "../columns/columns.ts";
import type { GraphWarning } from "../model.ts";
import type { EventTable } from "./event-table.ts";

type Kind = "variables" | "operations" | "links";

/** Rows that the graph ignores, because a later import contradicts them. */
type Superseded = Readonly<Record<Kind, ReadonlySet<number>>>;

const WORDS = { variables: "variable", operations: "operation", links: "link" } as const;
const NO_ROWS: ReadonlySet<number> = new Set();

export function supersededRows(table: EventTable, warnings: GraphWarning[]): Superseded {
  const { operations, variables, links, imports } = table;
  if (imports.length < 2) return { variables: NO_ROWS, operations: NO_ROWS, links: NO_ROWS };
  return {
    variables: supersededOf(table, "variables", (row) => variables.ref.at(row), warnings),
    operations: supersededOf(table, "operations", (row) => operations.op.at(row), warnings),
    links: supersededOf(table, "links", (row) => links.link.at(row), warnings),
  };
}

/** @param nameOf returns the index of the record's name in `names`; -1 if it has no name */
function supersededOf(
  table: EventTable,
  kind: Kind,
  nameOf: (row: number) => number,
  warnings: GraphWarning[],
): ReadonlySet<number> {
  const { imports, ids, names } = table;
  const rows = table[kind];
  const standing = noneOf(names.size);
  const superseded = new Set<number>();
  const told = new Set<number>();
  const isLater = (a: number, b: number) => {
    const [timeA, timeB] = [a, b].map((row) => imports[rows.imported.at(row)] ?? 0);
    const idOf = (row: number) => ids.at(rows.event.at(row));
    return timeA === timeB ? idOf(a) > idOf(b) : (timeA ?? 0) > (timeB ?? 0);
  };
  for (let row = 0; row < rows.size; row++) {
    const name = rows.imported.at(row) < 0 ? -1 : nameOf(row);
    if (name < 0) continue;
    const known = standing[name] as number;
    if (known >= 0) {
      const isNewer = isLater(row, known);
      superseded.add(isNewer ? known : row);
      told.add(name);
      if (!isNewer) continue;
    }
    standing[name] = row;
  }
  for (const name of told) warnings.push(contradicting(WORDS[kind], names.at(name)));
  return superseded;
}

/** If several imports describe a session, the latest import wins. */
export function standingSessions(
  events: readonly SessionEvent[],
  warnings: GraphWarning[],
): SessionEvent[] {
  return standing(
    events,
    ({ session }) => session,
    (a) => {
      warnings.push(contradicting("session", a.session));
    },
  );
}

/**
 * A header is an event that describes the whole graph, for example its user. If several imports
 * have a header for this graph, the latest import wins. If their headers differ, the graph also
 * gets a warning. This does not apply to `origin.dataFields`: it may differ without a warning.
 */
export function standingHeaders(
  events: readonly GraphEvent[],
  warnings: GraphWarning[],
): GraphEvent[] {
  return standing(
    events,
    ({ graph }) => graph,
    (a, b) => {
      if (tellingOf(a) !== tellingOf(b)) warnings.push(contradicting("graph", a.graph));
    },
  );
}

function standing<E extends TraceEvent>(
  events: readonly E[],
  keyOf: (event: E) => string,
  onTwo: (later: E, earlier: E) => void,
): E[] {
  const last = new Map<string, E>();
  const told = new Map<string, E>();
  for (const event of events) {
    if (event.imported === undefined) continue;
    const key = keyOf(event);
    const known = last.get(key);
    if (known !== undefined) told.set(key, known);
    if (known === undefined || isLaterEvent(event, known)) last.set(key, event);
    else told.set(key, event);
  }
  for (const [key, earlier] of told) onTwo(last.get(key) as E, earlier);
  return events.filter((event) => event.imported === undefined || last.get(keyOf(event)) === event);
}

function isLaterEvent(a: TraceEvent, b: TraceEvent): boolean {
  const between = (a.imported ?? 0) - (b.imported ?? 0);
  return between === 0 ? a.id > b.id : between > 0;
}

function tellingOf({ user, system, strict, metadata, origin }: GraphEvent): string {
  const { dataFields: _, ...fields } = origin ?? {};
  return JSON.stringify([user, system, strict, metadata, fields]);
}

function contradicting(kind: string, id: string): GraphWarning {
  return {
    code: "contradicting-record",
    subject: id,
    message: `Imported files describe the ${kind} ${id} differently. The graph uses the file that was imported last; importing a file again changes nothing. To use another file, delete the graph and import only that file.`,
  };
}
