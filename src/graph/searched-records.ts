/** The records of one kind as a search goes over them: by place, texts read when asked for. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import type { Operation, Session } from "./model.ts";
import { DEFAULT_CATEGORY, type RecordKind, recordFilter, rowFilter } from "./record-filter.ts";
import type { SearchField, SearchQuery } from "./search.ts";

export interface SearchedRecords {
  /** Places go from 0, in the graph's order. */
  readonly size: number;
  idAt(place: number): string;
  /** `undefined` where the graph has no such record. */
  placeOf(id: string): number | undefined;
  passes(place: number): boolean;
  /** A number that only records of one name share; without it names are as good as all different. */
  nameNumberAt?(place: number): number;
  /** `undefined` where records of the kind, or this one, have no such text. */
  textAt(place: number, field: SearchField): string | undefined;
}

export function searchedRecords(
  graph: EvolutionGraph,
  kind: RecordKind,
  query: SearchQuery,
): SearchedRecords {
  switch (kind) {
    case "session":
      return fewRecords(kind, [...graph.sessions.values()], query);
    case "operation":
      return fewRecords(kind, [...graph.operations.values()], query);
    case "variable":
      return variables(graph, query);
    case "link":
      return links(graph, query);
  }
}

function fewRecords(
  kind: "session" | "operation",
  records: readonly (Session | Operation)[],
  query: SearchQuery,
): SearchedRecords {
  const passes = recordFilter(kind, query);
  const recordAt = (place: number) => records[place] as Session | Operation;
  const isLeftOut = query.className !== undefined || query.operations !== undefined;
  return {
    size: records.length,
    idAt: (place) => recordAt(place).id,
    placeOf: (id) => placeIn(records, (record) => record.id === id),
    passes: (place) => !isLeftOut && passes(recordAt(place)),
    textAt: (place, field) => {
      const record = recordAt(place);
      if (field === "value") return undefined;
      return field === "category" ? (record.category ?? DEFAULT_CATEGORY[kind]) : record[field];
    },
  };
}

function variables({ rows }: EvolutionGraph, query: SearchQuery): SearchedRecords {
  const { table, values, bodies } = rows;
  const columns = table.variables;
  const passes = rowFilter(rows, "variable", query);
  const rowAt = (place: number) => rows.variables[place] as number;
  const className = query.className === undefined ? -1 : table.labels.find(query.className);
  const isLeftOut =
    query.operations !== undefined || (query.className !== undefined && className < 0);
  return {
    size: rows.variables.length,
    idAt: (place) => rows.variableId(rowAt(place)),
    nameNumberAt: (place) => columns.fullName.at(rowAt(place)),
    placeOf: (id) => {
      const row = rows.findVariable(id);
      return row < 0 ? undefined : placeIn(rows.variables, (other) => other === row);
    },
    passes: (place) => {
      const row = rowAt(place);
      const isOfClass = className < 0 || columns.className.at(row) === className;
      return !isLeftOut && isOfClass && passes?.(row) !== false;
    },
    textAt: (place, field) => {
      const row = rowAt(place);
      switch (field) {
        case "name":
          return table.names.at(columns.fullName.at(row));
        case "category":
          return table.labels.at(columns.category.at(row)) ?? DEFAULT_CATEGORY.variable;
        case "comment":
          return bodies.detail(columns.event.at(row)).comment;
        case "value":
          return values.read(row);
      }
    },
  };
}

function links({ rows }: EvolutionGraph, query: SearchQuery): SearchedRecords {
  const { table, bodies } = rows;
  const columns = table.links;
  const passes = rowFilter(rows, "link", query);
  const operations =
    query.operations && new Set(query.operations.map((id) => rows.findOperation(id)));
  const rowAt = (place: number) => rows.links[place] as number;
  return {
    size: rows.links.length,
    idAt: (place) => rows.linkId(rowAt(place)),
    placeOf: (id) => {
      const row = rows.findLink(id);
      return row < 0 ? undefined : placeIn(rows.links, (other) => other === row);
    },
    passes: (place) => {
      const row = rowAt(place);
      const isOwned = operations === undefined || operations.has(columns.op.at(row));
      return query.className === undefined && isOwned && passes?.(row) !== false;
    },
    textAt: (place, field) => {
      const row = rowAt(place);
      if (field === "category") {
        return table.labels.at(columns.category.at(row)) ?? DEFAULT_CATEGORY.link;
      }
      return field === "comment" ? bodies.detail(columns.event.at(row)).comment : undefined;
    },
  };
}

function placeIn<T>(
  list: { findIndex(test: (item: T) => boolean): number },
  isIt: (item: T) => boolean,
): number | undefined {
  const place = list.findIndex(isIt);
  return place < 0 ? undefined : place;
}
