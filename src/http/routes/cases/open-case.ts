import { discovered } from "../../../attribution/cases/discover-cases.ts";
import { readValues } from "../../../attribution/cases/equal-values.ts";
import { newCases } from "../../../database/cases/new-cases.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type { OpenCase } from "../../../protocol/api/api.ts";
import { MAX_OPENED_CASES } from "../../../protocol/limits.ts";
import { openCase as declaration } from "../../../protocol/routes/cases.ts";
import { redactCase, redactedId } from "../../../redaction/redact-event.ts";
import type { Redactor } from "../../../redaction/redactor.ts";
import { TURN } from "../../bounded-work.ts";
import { atLimit, notFound } from "../../errors.ts";
import { checkRecord } from "../../graphs/check-record.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const openCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const redaction = await project.redaction.active();
  const input = redaction ? redacted(c.req.valid("json"), redaction.redactor) : c.req.valid("json");
  const loaded = await loadGraph(project, input.graph);
  if (loaded === undefined) throw notFound("graph");
  checkVariables(loaded, input);
  await runGivingWay(readValues(loaded), TURN);
  const now = c.get("services").now();
  const { reason, graph, ...failed } = input;
  const judged = reason === undefined ? failed : { ...failed, judgeReason: reason };
  const wrong = discovered(loaded, judged, "api", now, undefined);
  const [row] = newCases(project.id, loaded, [wrong], now);
  if (row === undefined) throw new Error("one row is one case");
  await project.cases.openByRequest(row, now);
  const opened = await project.cases.find(row.id);
  if (opened === undefined) {
    if ((await project.graphs.revision(graph)) === undefined) throw notFound("graph");
    const remedy = "Send further wrong answers as verdict events.";
    throw atLimit(MAX_OPENED_CASES, "cases opened by request in the graph", remedy);
  }
  if (redaction) project.redaction.count(redaction, true);
  await project.wakeAttribution(graph);
  return c.json(opened, 201);
});

function redacted({ graph, reason, ...failed }: OpenCase, redactor: Redactor): OpenCase {
  return {
    ...redactCase(failed, redactor),
    graph: redactedId(graph, redactor),
    ...(reason === undefined ? {} : { reason: redactor.text(reason) }),
  };
}

function checkVariables(
  { variables }: EvolutionGraph,
  { queryId, predictionId, evidence }: OpenCase,
): void {
  checkRecord("variable", "queryId", queryId, variables);
  checkRecord("variable", "predictionId", predictionId, variables);
  for (const [index, id] of evidence.entries())
    checkRecord("variable", `evidence.${index}`, id, variables);
}
