/**
 * Finds records by words, by a regular expression and by filters. One call reads a limited number
 * of characters.
 */
import { failure, type Result, success } from "../../protocol/result.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { atOnce, costOf, type InTurns } from "../in-turns.ts";
import type { RecordKind } from "../parts/record-filter.ts";
import { type FieldSearch, fieldSearch, type Reading } from "./field-search.ts";
import type { PatternProblem } from "./pattern/pattern-syntax.ts";
import type { SearchField, SearchQuery } from "./search-query.ts";
import { type SearchedRecords, searchedRecords } from "./searched-records.ts";
import { NO_MATCH, TOO_COSTLY } from "./text-matcher.ts";
import { compileMatcher } from "./text-query.ts";

export interface SearchHit {
  readonly kind: RecordKind;
  readonly id: string;
  /** The first field that matches, and the text around its first match. */
  readonly match?: { readonly field: SearchField; readonly excerpt: string };
}

export type SearchPlace = Pick<SearchHit, "kind" | "id">;

export type SearchProblem =
  | PatternProblem
  | { readonly kind: "too-costly" | "unknown-place"; readonly message: string };

export interface FoundPage {
  readonly hits: readonly SearchHit[];
  /**
   * Where the next page begins; absent on the last page. Even a page without hits can have a next
   * page.
   */
  readonly next?: SearchPlace;
}

/** Default for the maximum number of characters that one call reads. */
export const MAX_SEARCHED_CHARS = 50_000_000;
/**
 * The names and categories of this many records are searched together. The number is small, because
 * names can be long.
 */
const PLACES_AT_ONCE = 4_096;
/** Number of characters that are read between two pauses. */
const READ_AT_ONCE = 500_000;

/**
 * The end of the match divides an excerpt into two sides. Each side has at most this many
 * characters. The match is on the left side. If the match is longer, its beginning is cut.
 */
const EXCERPT_SIDE_CHARS = 100;

/** Order of the kinds in the results. */
const KINDS: readonly RecordKind[] = ["session", "operation", "variable", "link"];

interface SearchPage {
  readonly limit: number;
  readonly after?: SearchPlace | undefined;
  /**
   * Maximum number of characters to read. After this many, the search stops, and the result has
   * `next`. The search checks the limit only between records, so it can exceed the limit by the
   * length of one record. It also reads the names of many records (`PLACES_AT_ONCE`) at once, so
   * these names together can exceed the limit too.
   */
  readonly mostChars?: number;
}

export function search(
  graph: EvolutionGraph,
  query: SearchQuery,
  page: SearchPage,
): Result<FoundPage, SearchProblem> {
  return atOnce(searchInTurns(graph, query, page));
}

export function* searchInTurns(
  graph: EvolutionGraph,
  query: SearchQuery,
  page: SearchPage,
): InTurns<Result<FoundPage, SearchProblem>> {
  const { pattern } = query;
  const compiled = pattern && compileMatcher(pattern);
  if (compiled?.ok === false) return compiled;
  const first = page.after === undefined ? 0 : KINDS.indexOf(page.after.kind);
  const found: Found = { hits: [], last: undefined };
  const reading: Reading = { chars: 0 };
  for (const kind of KINDS.slice(first)) {
    if (!query.kinds.includes(kind)) continue;
    const records = searchedRecords(graph, kind, query);
    const after = page.after?.kind === kind ? records.placeOf(page.after.id) : -1;
    if (after === undefined) return failure(UNKNOWN_PLACE);
    const fields = pattern?.fields.flatMap((field) => {
      const texts = records.textsOf(field);
      return compiled && texts ? [fieldSearch(field, texts, compiled.value, reading)] : [];
    });
    const from = after + 1;
    const { limit, mostChars = MAX_SEARCHED_CHARS } = page;
    const searching = { kind, records, from, found, reading, limit, mostChars };
    const ended = yield* searchRecords(fields, searching);
    if (ended === "too-costly") return failure(UNMATCHABLE);
    if (ended === "page-full" && found.last) {
      return success({ hits: found.hits, next: found.last });
    }
  }
  return success({ hits: found.hits });
}

interface Found {
  readonly hits: SearchHit[];
  last: SearchPlace | undefined;
}

interface Searching {
  readonly kind: RecordKind;
  readonly records: SearchedRecords;
  /** Index of the first record to read. */
  readonly from: number;
  readonly found: Found;
  readonly reading: Reading;
  readonly limit: number;
  readonly mostChars: number;
}

/**
 * @param fields the fields to search; if undefined, every record that passes the filters is a hit
 */
function* searchRecords(
  fields: readonly FieldSearch[] | undefined,
  searching: Searching,
): InTurns<"end" | "page-full" | "too-costly"> {
  const { records, from, reading } = searching;
  for (let start = from; start < records.size; start += PLACES_AT_ONCE) {
    const passing = records.passing(start, Math.min(records.size, start + PLACES_AT_ONCE));
    let read = reading.chars;
    const places = fields === undefined ? passing : placesToRead(passing, fields);
    yield costOf(passing.length) / 10 + reading.chars - read;
    for (let place = 0; place < places.length; ) {
      read = reading.chars;
      const ended =
        fields === undefined
          ? takeAll(places, searching)
          : takeMatching(places, place, fields, searching);
      if (typeof ended === "string") return ended;
      yield reading.chars - read;
      place = ended;
    }
  }
  stopsBefore(records.size, searching);
  return "end";
}

/*
 * Loops over many records are separate functions, so that the JavaScript engine compiles them early
 * and only once.
 */

/*
 * If one of the next functions returns a number, the number is the index, in `places`, of the first
 * record that the function did not read.
 */

function takeAll(places: Uint32Array, searching: Searching): "page-full" | number {
  const { kind, records, limit } = searching;
  const { hits } = searching.found;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (hits.length === limit && stopsBefore(place, searching)) return "page-full";
    hits.push({ kind, id: records.idAt(place) });
  }
  return places.length;
}

function takeMatching(
  places: Uint32Array,
  first: number,
  fields: readonly FieldSearch[],
  searching: Searching,
): "page-full" | "too-costly" | number {
  const { kind, records, limit, mostChars, reading } = searching;
  const { hits } = searching.found;
  const mostAtOnce = reading.chars + READ_AT_ONCE;
  for (let i = first; i < places.length; i++) {
    if (reading.chars > mostAtOnce) return i;
    const place = places[i] as number;
    if (reading.chars > mostChars && stopsBefore(place, searching)) return "page-full";
    const match = matchAt(place, fields);
    if (match === TOO_COSTLY) return "too-costly";
    if (match === NO_MATCH) continue;
    if (hits.length === limit && stopsBefore(place, searching)) return "page-full";
    hits.push({ kind, id: records.idAt(place), match });
  }
  return places.length;
}

/**
 * Whether the search can stop before the record with the index `place`. The next page would then
 * start after the previous record, so this function stores the previous record in `found.last`. The
 * first record of a search has no previous record, so the search cannot stop there.
 */
function stopsBefore(place: number, { kind, records, from, found }: Searching): boolean {
  if (place > from) found.last = { kind, id: records.idAt(place - 1) };
  return found.last !== undefined;
}

/**
 * Returns the records to read. If only one field is searched, records that cannot match are left
 * out. If several fields are searched, all records are read, because any of the fields can match.
 */
function placesToRead(passing: Uint32Array, fields: readonly FieldSearch[]): Uint32Array {
  for (const field of fields) field.prepare(passing);
  const [first, ...others] = fields;
  return first !== undefined && others.length === 0 ? first.matching(passing) : passing;
}

/** Searches the fields in order. Returns the first match, `NO_MATCH` or `TOO_COSTLY`. */
function matchAt(
  place: number,
  fields: readonly FieldSearch[],
): NonNullable<SearchHit["match"]> | typeof NO_MATCH | typeof TOO_COSTLY {
  for (let i = 0; i < fields.length; i++) {
    const search = fields[i] as FieldSearch;
    const end = search.endAt(place);
    if (end >= 0) return { field: search.field, excerpt: excerptOf(search.textAt(place), end) };
    if (end === TOO_COSTLY) return TOO_COSTLY;
  }
  return NO_MATCH;
}

function excerptOf(text: string, end: number): string {
  const start = Math.max(0, end - EXCERPT_SIDE_CHARS);
  if (start === 0 && text.length <= EXCERPT_SIDE_CHARS) return text.toWellFormed();
  return text.slice(start, end + EXCERPT_SIDE_CHARS).toWellFormed();
}

const UNMATCHABLE: SearchProblem = {
  kind: "too-costly",
  message:
    "It has too many ways to match these texts. Write it with fewer alternatives that overlap.",
};
const UNKNOWN_PLACE: SearchProblem = {
  kind: "unknown-place",
  message: "The graph no longer has the record at which this search was to go on. Begin again.",
};
