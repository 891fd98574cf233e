import * as z from "zod";
import { discovered } from "../../../attribution/cases/discover-cases.ts";
import { newCases } from "../../../database/cases/new-cases.ts";
import type { EvolutionGraph, Records } from "../../../graph/evolution-graph.ts";
import { Case, CaseFilter, CaseSummary, Label, OpenCase, Page } from "../../../protocol/api/api.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

const CaseParam = z.object({ case: z.string() });
const SIMILAR_CASES = 12;

const open = operation("write", ["not_found"], {
  method: "post",
  path: "/cases",
  tags: ["Cases"],
  summary: "Open a case for a wrong answer",
  description:
    "For answers judged outside the trace. Opening the same question and answer of a graph again returns the same case.",
  request: { body: jsonBody(OpenCase) },
  responses: { 201: json(Case, "The case; its attribution follows.") },
});

const list = operation("read", [], {
  method: "get",
  path: "/cases",
  tags: ["Cases"],
  summary: "List cases, last answered first",
  request: { query: CaseFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(CaseSummary), "One page.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}",
  tags: ["Cases"],
  summary: "Show a case with its attribution",
  request: { params: CaseParam },
  responses: { 200: json(Case, "The case.") },
});

const attribute = operation("write", ["not_found"], {
  method: "post",
  path: "/cases/{case}/attribute",
  tags: ["Cases"],
  summary: "Attribute a case again",
  request: { params: CaseParam },
  responses: { 202: json(Case, "Queued. The earlier attribution stays until the new one exists.") },
});

const label = operation("write", ["not_found"], {
  method: "put",
  path: "/cases/{case}/label",
  tags: ["Cases"],
  summary: "Label a case with a person's verdict",
  request: { params: CaseParam, body: jsonBody(Label) },
  responses: { 200: json(Case, "The labelled case.") },
});

const unlabel = operation("write", ["not_found"], {
  method: "delete",
  path: "/cases/{case}/label",
  tags: ["Cases"],
  summary: "Remove a label",
  request: { params: CaseParam },
  responses: { 200: json(Case, "The case without a label.") },
});

const similar = operation("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/similar",
  tags: ["Cases"],
  summary: "List cases that were lost at the same operation in the same way",
  request: { params: CaseParam },
  responses: {
    200: json(z.object({ items: z.array(CaseSummary) }), "Last answered first."),
  },
});

export const cases = router()
  .openapi(open, async (c) => {
    const input = c.req.valid("json");
    const project = c.get("project");
    const loaded = await project.loadGraph(input.graph);
    if (loaded === undefined) throw notFound("graph");
    checkVariables(loaded, input);
    const now = c.get("services").now();
    const { reason, graph, ...failed } = input;
    const judged = reason === undefined ? failed : { ...failed, judgeReason: reason };
    const wrong = discovered(loaded, judged, "api", now, undefined);
    const [row] = newCases(project.id, loaded, [wrong], now);
    if (row === undefined) throw new Error("one row is one case");
    await project.cases.open([row], now);
    await project.wakeAttribution(graph);
    const opened = await project.cases.find(row.id);
    if (opened === undefined) throw notFound("case");
    return c.json(opened, 201);
  })
  .openapi(list, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    const page = await c.get("project").cases.list(filter, cursor, limit);
    return c.json(page, 200);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").cases.find(c.req.valid("param").case);
    if (found === undefined) throw notFound("case");
    return c.json(found, 200);
  })
  .openapi(attribute, async (c) => {
    const project = c.get("project");
    const queued = await project.cases.requeue(c.req.valid("param").case, c.get("services").now());
    if (queued === undefined) throw notFound("case");
    await project.wakeAttribution(queued.graph);
    return c.json(queued, 202);
  })
  .openapi(label, async (c) => {
    const project = c.get("project");
    const { case: id } = c.req.valid("param");
    const label = c.req.valid("json");
    const found = await project.cases.find(id);
    const graph = found && (await project.loadGraph(found.graph));
    if (graph === undefined) throw notFound("case");
    checkRecord("operation", "op", label.op, graph.operations);
    checkRecord("link", "link", label.link, graph.links);
    const labelled = await project.cases.setLabel(id, label);
    if (labelled === undefined) throw notFound("case");
    return c.json(labelled, 200);
  })
  .openapi(unlabel, async (c) => {
    const unlabelled = await c.get("project").cases.setLabel(c.req.valid("param").case, null);
    if (unlabelled === undefined) throw notFound("case");
    return c.json(unlabelled, 200);
  })
  .openapi(similar, async (c) => {
    const project = c.get("project");
    const found = await project.cases.find(c.req.valid("param").case);
    if (found === undefined) throw notFound("case");
    return c.json({ items: await project.cases.similar(found, SIMILAR_CASES) }, 200);
  });

function checkVariables(
  { variables }: EvolutionGraph,
  { queryId, predictionId, evidence }: OpenCase,
): void {
  checkRecord("variable", "queryId", queryId, variables);
  checkRecord("variable", "predictionId", predictionId, variables);
  for (const [index, id] of evidence.entries())
    checkRecord("variable", `evidence.${index}`, id, variables);
}

const ID_FORMS = {
  variable: "Ids read like class:name@version.",
  operation: "Use an operation id from the case's attribution or its graph's page.",
  link: "Use null if no single link lost the information.",
};

function checkRecord(
  kind: keyof typeof ID_FORMS,
  field: string,
  id: string | null | undefined,
  records: Pick<Records<unknown>, "has">,
): void {
  if (id === null || id === undefined || records.has(id)) return;
  throw new ApiError(
    "invalid_request",
    `${field}: the graph has no ${kind} ${id}. ${ID_FORMS[kind]}`,
  );
}
