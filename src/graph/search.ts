/** Finding records by words, by a regular expression and by filters. Work per call is bounded. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { compilePattern } from "./linear-pattern.ts";
import type { Link, Operation, Session, Variable } from "./model.ts";
import type { PatternProblem } from "./pattern-syntax.ts";
import {
  DEFAULT_CATEGORY,
  type RecordFilter,
  type RecordKind,
  recordFilter,
} from "./record-filter.ts";

export type SearchField = "name" | "category" | "comment" | "value";

/** Only variables have values, and links have no name. A variable's name is its full name. */
export interface SearchQuery extends RecordFilter {
  readonly kinds: readonly RecordKind[];
  /** Without it every record that passes the filters is found. */
  readonly pattern?: {
    readonly text: string;
    readonly syntax: "plain" | "regex";
    readonly ignoreCase: boolean;
    readonly fields: readonly SearchField[];
  };
  /** Only variables of this class. */
  readonly className?: string;
  /** Only links of these operations. */
  readonly operations?: readonly string[];
}

export interface SearchHit {
  readonly kind: RecordKind;
  readonly id: string;
  /** The first field that matches, and the text around the first match in it. */
  readonly match?: { readonly field: SearchField; readonly excerpt: string };
}

export type SearchPlace = Pick<SearchHit, "kind" | "id">;

export type SearchProblem =
  | PatternProblem
  | { readonly kind: "too-costly" | "unknown-place"; readonly message: string };

export type SearchAnswer =
  | {
      readonly ok: true;
      readonly hits: readonly SearchHit[];
      /** Where to go on; absent at the end. A page may be short and still have a next one. */
      readonly next?: SearchPlace;
    }
  | { readonly ok: false; readonly problem: SearchProblem };

/** Characters read by one call, give or take one record; the answer then says where to go on. */
export const MAX_SEARCHED_CHARS = 50_000_000;

/** Characters of an excerpt before and after the end of the match. */
const EXCERPT_SIDE_CHARS = 100;

/** In this order of kinds, then in the graph's order. */
const KINDS: readonly RecordKind[] = ["session", "operation", "variable", "link"];

export function search(
  graph: EvolutionGraph,
  query: SearchQuery,
  page: { readonly limit: number; readonly after?: SearchPlace },
): SearchAnswer {
  const finder = finderOf(query.pattern);
  if (!finder.ok) return finder;
  const hits: SearchHit[] = [];
  let { after } = page;
  let last: SearchPlace | undefined;
  let read = 0;
  for (const kind of KINDS) {
    if (!query.kinds.includes(kind) || (after && KINDS.indexOf(kind) < KINDS.indexOf(after.kind))) {
      continue;
    }
    const passes = passing(kind, query);
    for (const record of recordsOf(graph, kind)) {
      if (after?.kind === kind) {
        if (after.id === record.id) after = undefined;
        continue;
      }
      if (!passes(record)) continue;
      if (read > MAX_SEARCHED_CHARS && last) return { ok: true, hits, next: last };
      const found = finder.find(kind, record);
      if (found === "too-costly") return { ok: false, problem: TOO_COSTLY };
      read += found.read;
      if (found.hit) {
        if (hits.length === page.limit && last) return { ok: true, hits, next: last };
        hits.push(found.hit);
      }
      last = { kind, id: record.id };
    }
    if (after?.kind === kind) return { ok: false, problem: UNKNOWN_PLACE };
  }
  return { ok: true, hits };
}

type AnyRecord = Session | Operation | Variable | Link;

function recordsOf(graph: EvolutionGraph, kind: RecordKind): Iterable<AnyRecord> {
  switch (kind) {
    case "session":
      return graph.sessions.values();
    case "operation":
      return graph.operations.values();
    case "variable":
      return graph.variables.values();
    case "link":
      return graph.links.values();
  }
}

function passing(kind: RecordKind, query: SearchQuery): (record: AnyRecord) => boolean {
  const passes = recordFilter(kind, query);
  const { className } = query;
  const operations = query.operations && new Set(query.operations);
  return (record) =>
    passes(record) &&
    (className === undefined || ("className" in record && record.className === className)) &&
    (operations === undefined || ("op" in record && operations.has(record.op)));
}

type Finding = { readonly read: number; readonly hit?: SearchHit };

type Finder =
  | {
      readonly ok: true;
      readonly find: (kind: RecordKind, record: AnyRecord) => Finding | "too-costly";
    }
  | { readonly ok: false; readonly problem: PatternProblem };

function finderOf(pattern: SearchQuery["pattern"]): Finder {
  if (pattern === undefined) {
    return { ok: true, find: (kind, { id }) => ({ read: 0, hit: { kind, id } }) };
  }
  const matcher = matcherOf(pattern);
  if (!matcher.ok) return matcher;
  return {
    ok: true,
    find: (kind, record) => {
      let read = 0;
      for (const field of pattern.fields) {
        const text = textOf(kind, record, field);
        if (text === undefined) continue;
        read += text.length;
        const end = matcher.endIn(text);
        if (end === undefined) return "too-costly";
        if (end >= 0)
          return {
            read,
            hit: { kind, id: record.id, match: { field, excerpt: excerptOf(text, end) } },
          };
      }
      return { read };
    },
  };
}

function excerptOf(text: string, end: number): string {
  const start = Math.max(0, end - EXCERPT_SIDE_CHARS);
  return text.slice(start, end + EXCERPT_SIDE_CHARS).toWellFormed();
}

type Matcher =
  | { readonly ok: true; readonly endIn: (text: string) => number | undefined }
  | { readonly ok: false; readonly problem: PatternProblem };

function matcherOf({ text, syntax, ignoreCase }: NonNullable<SearchQuery["pattern"]>): Matcher {
  if (syntax === "regex") {
    const compiled = compilePattern(text, ignoreCase);
    return compiled.ok ? { ok: true, endIn: (read) => compiled.pattern.find(read) } : compiled;
  }
  const wanted = ignoreCase ? text.toLowerCase() : text;
  return {
    ok: true,
    endIn: (read) => {
      const start = (ignoreCase ? read.toLowerCase() : read).indexOf(wanted);
      return start < 0 ? -1 : start + wanted.length;
    },
  };
}

function textOf(kind: RecordKind, record: AnyRecord, field: SearchField): string | undefined {
  switch (field) {
    case "name":
      if ("fullName" in record) return record.fullName;
      return "name" in record ? record.name : undefined;
    case "category":
      return record.category ?? DEFAULT_CATEGORY[kind];
    case "comment":
      return record.comment;
    case "value":
      return "value" in record ? record.value : undefined;
  }
}

const TOO_COSTLY: SearchProblem = {
  kind: "too-costly",
  message:
    "It has too many ways to match these texts. Write it with fewer alternatives that overlap.",
};
const UNKNOWN_PLACE: SearchProblem = {
  kind: "unknown-place",
  message: "The graph no longer has the record at which this search was to go on. Begin again.",
};
