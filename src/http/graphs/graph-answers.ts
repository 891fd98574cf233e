import { pageOf } from "../../database/cursor.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { blame } from "../../graph/history/blame.ts";
import { diffGraphs, diffStores } from "../../graph/history/differences.ts";
import type { Variable } from "../../graph/model.ts";
import type { Subgraph } from "../../graph/parts/graph-part.ts";
import { filterSubgraph, subgraphOfOperations } from "../../graph/parts/subgraph.ts";
import { intersection } from "../../graph/parts/subgraph-algebra.ts";
import { type Walk, type WalkOptions, walk } from "../../graph/parts/walk.ts";
import { isRenderedLonger, renderSubgraph } from "../../graph/render.ts";
import { type SearchProblem, searchInTurns } from "../../graph/search/search.ts";
import type { PartOfGraph } from "../../protocol/api/graph-parts.ts";
import type {
  DifferenceQuery,
  RenderQuery,
  SearchGraphQuery,
} from "../../protocol/api/graph-queries.ts";
import { encodeCursor } from "../../protocol/cursor.ts";
import { MAX_RENDERED, MAX_RENDERED_CHARS } from "../../protocol/limits.ts";
import { timeIn } from "../../protocol/query-values.ts";
import { boundedWork, TURN, tooCostly } from "../bounded-work.ts";
import { ApiError } from "../errors.ts";
import { lostPlace, type PageWanted } from "../list-page.ts";
import { partOf } from "./graph-part-answers.ts";
import { changeOf, type Entry, entriesOf, viewHit, viewSpan } from "./graph-query-views.ts";
import { missingVariable } from "./missing-record.ts";

export function findVariable(graph: EvolutionGraph, id: string): Variable {
  const variable = graph.variables.get(id);
  if (variable === undefined) throw missingVariable(graph, id);
  return variable;
}

export function walkFrom(graph: EvolutionGraph, start: string, options: WalkOptions): Walk {
  const found = walk(graph, start, options);
  if (found === undefined) throw missingVariable(graph, start);
  return found;
}

/**
 * Computes one page of blame spans. A blame span is a piece of a value, together with the variable
 * from which it came. The page begins at the position in the value that the cursor gives.
 */
export async function blamePage(graph: EvolutionGraph, id: string, { cursor, limit }: PageWanted) {
  const { value } = findVariable(graph, id);
  const from = cursor === undefined ? 0 : Number(cursor.id);
  const work = blame(graph, id, from, limit + 1);
  const remedy = "Ask for fewer spans (`limit`), or for an earlier version of the value.";
  const spans = await boundedWork(work, remedy);
  if (spans === undefined) throw lostPlace();
  return pageOf(
    spans,
    limit,
    (span) => viewSpan(graph, value, span),
    ({ end }) => ({ time: 0, id: `${end}` }),
  );
}

const KINDS = ["session", "operation", "variable", "link"] as const;
const FIELDS = ["name", "category", "comment", "value"] as const;

export async function searchGraph(graph: EvolutionGraph, query: SearchGraphQuery & PageWanted) {
  const { q, syntax, ignoreCase, cursor, limit } = query;
  const kind = cursor && KINDS[cursor.time];
  if (cursor && kind === undefined) throw lostPlace();
  const pattern =
    q === undefined ? undefined : { text: q, syntax, ignoreCase, fields: query.fields ?? FIELDS };
  const wanted = { ...query, kinds: query.kinds ?? KINDS, pattern };
  const after = cursor && kind && { kind, id: cursor.id };
  const page = { limit, ...(after ? { after } : {}) };
  const answer = await runGivingWay(searchInTurns(graph, wanted, page), TURN);
  if (!answer.ok) throw unsearchable(answer.fault);
  const { hits, next } = answer.value;
  return {
    items: hits.map((hit) => viewHit(graph, hit)),
    next: next ? encodeCursor({ time: KINDS.indexOf(next.kind), id: next.id }) : null,
  };
}

function unsearchable({ kind, message }: SearchProblem): ApiError {
  return kind === "unknown-place" ? lostPlace() : new ApiError("invalid_request", `q: ${message}`);
}

/**
 * Compares two graphs, two variables, or the memory at two moments. For moments, `from` is by
 * default the beginning of the graph, and `to` is by default its latest moment.
 */
export async function compareGraphs(
  graph: EvolutionGraph,
  other: EvolutionGraph | undefined,
  { from, to }: DifferenceQuery,
): Promise<Entry[]> {
  if (other !== undefined) {
    if (from === undefined && to === undefined) {
      return entriesOf(
        await boundedWork(diffGraphs(graph, other), "Compare parts of them (`…/part`)."),
      );
    }
    throw new ApiError("invalid_request", "from, to: omit them if `graph` is given.");
  }
  const start = from === undefined ? Number.NEGATIVE_INFINITY : timeIn(from);
  const end = to === undefined ? Number.POSITIVE_INFINITY : timeIn(to);
  if (start !== undefined && end !== undefined) {
    return entriesOf(await runGivingWay(diffStores(graph, start, end), TURN));
  }
  if (from === undefined || to === undefined || start !== undefined || end !== undefined) {
    throw new ApiError("invalid_request", "from, to: give two variable ids, or two times.");
  }
  const [before, after] = [findVariable(graph, from), findVariable(graph, to)];
  return before.value === after.value ? [] : [changeOf(before, after)];
}

export function renderGraph(
  graph: EvolutionGraph,
  { variable, of, ...query }: RenderQuery & { readonly of?: PartOfGraph | undefined },
): string {
  if (of !== undefined && variable !== undefined) {
    throw new ApiError("invalid_request", "of, variable: give only one of them.");
  }
  const part =
    variable === undefined
      ? filtered(graph, partOf(graph, of), query)
      : walkFrom(graph, variable, query);
  for (const kind of ["variables", "links", "operations"] as const) {
    const { size } = part[kind];
    if (size <= MAX_RENDERED[kind]) continue;
    throw tooCostly(
      `${size} ${kind} are above the limit of ${MAX_RENDERED[kind]} for one rendering. Narrow the part, for example with \`variable\` and \`maxDepth\`.`,
    );
  }
  if (isRenderedLonger(graph, part, query, MAX_RENDERED_CHARS)) {
    throw tooCostly(
      `The texts of this part have more than ${MAX_RENDERED_CHARS} characters, the limit of one rendering. Narrow the part, for example with \`variable\` and \`maxDepth\`, or show less of each value (\`valueChars\`).`,
    );
  }
  return renderSubgraph(graph, part, query);
}

/**
 * Returns the records of the part that pass the filters. If there is a filter by time, category or
 * session, an operation stays only if one of its links stays. Without such a filter, an operation
 * stays even if it has no links.
 */
function filtered(
  graph: EvolutionGraph,
  part: Subgraph,
  { from, to, categories, sessions, operations }: Omit<RenderQuery, "variable">,
): Subgraph {
  const owned = operations
    ? intersection(graph, part, subgraphOfOperations(graph, operations))
    : part;
  const filter = { from, to, categories, sessions };
  const isFiltered = Object.values(filter).some((given) => given !== undefined);
  return isFiltered ? filterSubgraph(graph, owned, filter) : owned;
}
