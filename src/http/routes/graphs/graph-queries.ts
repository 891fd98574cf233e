import * as z from "zod";
import { lineageOf, storeAt } from "../../../graph/memory/store-at.ts";
import { Page } from "../../../protocol/api/api.ts";
import { PartParam } from "../../../protocol/api/graph-parts.ts";
import {
  BlameSpanView,
  DifferenceQuery,
  DifferenceView,
  RenderQuery,
  SearchGraphQuery,
  SearchHitView,
  StoredUnit,
  StoreQuery,
  VersionView,
  WalkQuery,
  WalkStep,
} from "../../../protocol/api/graph-queries.ts";
import { boundedWork } from "../../bounded-work.ts";
import {
  blamePage,
  compareGraphs,
  MAX_RENDERED,
  renderGraph,
  searchGraph,
  walkFrom,
} from "../../graphs/graph-answers.ts";
import {
  viewEntries,
  viewUnit,
  viewVersion,
  viewWalkStep,
} from "../../graphs/graph-query-views.ts";
import { loadChanged, UNCHANGED, unchanged } from "../../graphs/graph-revision.ts";
import { missingName } from "../../graphs/missing-record.ts";
import { pageOfList } from "../../list-page.ts";
import { json, operation, PageQuery, router } from "../../route.ts";

const GraphParam = z.object({ graph: z.string() });
const VariableParam = GraphParam.extend({ variable: z.string() });
const tags = ["Graph queries"];

const takeWalk = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/walk/{variable}",
  tags,
  summary: "Walk from a variable along the links",
  description:
    'Breadth first: what it came out of, or what came out of it. Of very many links that enter a variable, the first: `part?of={"part":"writers","variable":…}` lists them all.',
  request: { params: VariableParam, query: WalkQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(WalkStep), "One page of the walk."), ...UNCHANGED },
});

const find = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/search",
  tags,
  summary: "Search a graph's records",
  description:
    "By text or by a regular expression (ECMAScript, without backreferences and look-around) and by filters. Work per page is bounded: a page may be short, even empty, and still have a next one.",
  request: { params: GraphParam, query: SearchGraphQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(SearchHitView), "One page of results."), ...UNCHANGED },
});

const versions = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/versions/{name}",
  tags,
  summary: "Show the life of a name",
  description:
    '`name` is a full name: `class:name`, or `name` without a class. Of very many operations, the first: `part?kinds=operation&of={"part":"around","variable":…}` lists them all.',
  request: { params: GraphParam.extend({ name: z.string() }), query: PageQuery },
  responses: { 200: json(Page(VersionView), "Its versions, oldest first."), ...UNCHANGED },
});

const store = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/store",
  tags,
  summary: "Show the memory store at a moment",
  request: { params: GraphParam, query: StoreQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(StoredUnit), "The units in the store."), ...UNCHANGED },
});

const blameVariable = operation("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/blame/{variable}",
  tags,
  summary: "Show the source of each span of a value",
  request: { params: VariableParam, query: PageQuery },
  responses: { 200: json(Page(BlameSpanView), "Spans without a gap."), ...UNCHANGED },
});

const compare = operation("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/diff",
  tags,
  summary: "Compare two versions, two moments of the store, or two graphs",
  request: { params: GraphParam, query: DifferenceQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(DifferenceView), "The differences."), ...UNCHANGED },
});

const render = operation("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/render",
  tags,
  summary: "Render a graph or a walk as text for a model",
  description: `At most ${MAX_RENDERED.variables} variables, ${MAX_RENDERED.links} links and ${MAX_RENDERED.operations} operations.`,
  request: { params: GraphParam, query: RenderQuery.extend({ of: PartParam }) },
  responses: {
    200: {
      description: "The text. Trace content stays inside its own element.",
      content: {
        "text/markdown": { schema: z.string() },
        "application/xml": { schema: z.string() },
      },
    },
    ...UNCHANGED,
  },
});

export const graphQueries = router()
  .openapi(takeWalk, async (c) => {
    const { graph: id, variable } = c.req.valid("param");
    const [graph] = await loadChanged(c, [id]);
    if (graph === undefined) return unchanged(c);
    const query = c.req.valid("query");
    const found = walkFrom(graph, variable, query);
    const rows = [...found.variables].flatMap((each) => graph.variables.get(each) ?? []);
    const page = pageOfList(
      rows,
      query,
      (row) => row.id,
      (row) => viewWalkStep(graph, found, row),
    );
    return c.json(page, 200);
  })
  .openapi(find, async (c) => {
    const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
    if (graph === undefined) return unchanged(c);
    return c.json(await searchGraph(graph, c.req.valid("query")), 200);
  })
  .openapi(versions, async (c) => {
    const { graph: id, name } = c.req.valid("param");
    const [graph] = await loadChanged(c, [id]);
    if (graph === undefined) return unchanged(c);
    const steps = lineageOf(graph, name);
    if (steps.length === 0) throw missingName(graph, name);
    const page = pageOfList(
      steps,
      c.req.valid("query"),
      (variable) => variable.id,
      (variable) => viewVersion(graph, variable),
    );
    return c.json(page, 200);
  })
  .openapi(store, async (c) => {
    const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
    if (graph === undefined) return unchanged(c);
    const query = c.req.valid("query");
    const units = storeAt(graph, query.at ?? Number.POSITIVE_INFINITY);
    return c.json(
      pageOfList(
        units,
        query,
        (unit) => unit.id,
        (unit) => viewUnit(graph, unit),
      ),
      200,
    );
  })
  .openapi(blameVariable, async (c) => {
    const { graph: id, variable } = c.req.valid("param");
    const [graph] = await loadChanged(c, [id]);
    if (graph === undefined) return unchanged(c);
    return c.json(await blamePage(graph, variable, c.req.valid("query")), 200);
  })
  .openapi(compare, async (c) => {
    const { graph: id } = c.req.valid("param");
    const query = c.req.valid("query");
    const [graph, other] = await loadChanged(c, [id, query.graph ?? []].flat());
    if (graph === undefined) return unchanged(c);
    const entries = await compareGraphs(graph, other, query);
    const page = pageOfList(
      entries,
      query,
      (entry) => JSON.stringify([entry.kind, entry.before, entry.after]),
      (entry) => entry,
    );
    const items = await boundedWork(viewEntries(page.items), "Ask for fewer entries (`limit`).");
    return c.json({ ...page, items }, 200);
  })
  .openapi(render, async (c) => {
    const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
    if (graph === undefined) return unchanged(c);
    const query = c.req.valid("query");
    const type = query.format === "xml" ? "application/xml" : "text/markdown";
    const headers = { "Content-Type": `${type}; charset=utf-8` };
    return c.body(renderGraph(graph, query), 200, headers);
  });
