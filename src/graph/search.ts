/** Finding records by words, by a regular expression and by filters. Work per call is bounded. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { compilePattern } from "./linear-pattern.ts";
import type { PatternProblem } from "./pattern-syntax.ts";
import type { RecordFilter, RecordKind } from "./record-filter.ts";
import { type SearchedRecords, searchedRecords } from "./searched-records.ts";
import { TextSearch } from "./text-search.ts";

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
  const matcher = query.pattern === undefined ? FINDS_ALL : matcherOf(query.pattern);
  if (!matcher.ok) return matcher;
  const first = page.after === undefined ? 0 : KINDS.indexOf(page.after.kind);
  const found: Found = { hits: [], read: 0, otherNames: new Set(), last: undefined };
  for (const kind of KINDS.slice(first)) {
    if (!query.kinds.includes(kind)) continue;
    const records = searchedRecords(graph, kind, query);
    const after = page.after?.kind === kind ? records.placeOf(page.after.id) : -1;
    if (after === undefined) return { ok: false, problem: UNKNOWN_PLACE };
    const ended = searchRecords(records, after + 1, query.pattern?.fields ?? [], {
      ...{ matcher, kind, found, limit: page.limit },
    });
    if (ended === "too-costly") return { ok: false, problem: TOO_COSTLY };
    if (ended === "page-full" && found.last) {
      return { ok: true, hits: found.hits, next: found.last };
    }
  }
  return { ok: true, hits: found.hits };
}

interface Found {
  readonly hits: SearchHit[];
  /** Characters read so far. */
  read: number;
  /** Numbers of names that do not match: each is looked at once. */
  readonly otherNames: Set<number>;
  /** What was looked at last. */
  last: SearchPlace | undefined;
}

interface Searching {
  readonly matcher: Matcher;
  readonly kind: RecordKind;
  readonly found: Found;
  readonly limit: number;
}

function searchRecords(
  records: SearchedRecords,
  from: number,
  fields: readonly SearchField[],
  { matcher, kind, found, limit }: Searching,
): "end" | "page-full" | "too-costly" {
  let lastPlace = -1;
  const stop = () => {
    if (lastPlace >= 0) found.last = { kind, id: records.idAt(lastPlace) };
    return found.last === undefined ? undefined : "page-full";
  };
  for (let place = from; place < records.size; place++) {
    if (!records.passes(place)) continue;
    if (found.read > MAX_SEARCHED_CHARS && stop()) return "page-full";
    const match = matchOf(records, place, fields, matcher, found);
    if (match === "too-costly") return "too-costly";
    if (match !== undefined) {
      if (found.hits.length === limit && stop()) return "page-full";
      found.hits.push({ kind, id: records.idAt(place), ...match });
    }
    lastPlace = place;
  }
  stop();
  return "end";
}

/** The first field that matches; `undefined` where none does. */
function matchOf(
  records: SearchedRecords,
  place: number,
  fields: readonly SearchField[],
  matcher: Matcher,
  found: Found,
): Pick<SearchHit, "match"> | undefined | "too-costly" {
  if (matcher.endIn === undefined) return {};
  for (const field of fields) {
    const name = field === "name" ? records.nameNumberAt?.(place) : undefined;
    if (name !== undefined && found.otherNames.has(name)) continue;
    const text = records.textAt(place, field);
    if (text === undefined) continue;
    found.read += text.length;
    const end = matcher.endIn(text);
    if (end === -1 && name !== undefined) found.otherNames.add(name);
    if (end === undefined) return "too-costly";
    if (end >= 0) return { match: { field, excerpt: excerptOf(text, end) } };
  }
  return undefined;
}

function excerptOf(text: string, end: number): string {
  const start = Math.max(0, end - EXCERPT_SIDE_CHARS);
  return text.slice(start, end + EXCERPT_SIDE_CHARS).toWellFormed();
}

interface Matcher {
  readonly ok: true;
  /** Where a match ends, -1 where there is none; without it everything is found. */
  readonly endIn?: (text: string) => number | undefined;
}

const FINDS_ALL: Matcher = { ok: true };

function matcherOf({
  text,
  syntax,
  ignoreCase,
}: NonNullable<SearchQuery["pattern"]>): Matcher | { ok: false; problem: PatternProblem } {
  if (syntax === "regex") {
    const compiled = compilePattern(text, ignoreCase);
    return compiled.ok ? { ok: true, endIn: (read) => compiled.pattern.find(read) } : compiled;
  }
  const wanted = new TextSearch(text, ignoreCase);
  return {
    ok: true,
    endIn: (read) => {
      const start = wanted.find(read);
      return start < 0 ? -1 : start + text.length;
    },
  };
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
