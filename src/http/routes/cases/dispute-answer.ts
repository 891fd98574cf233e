import { type DiscoveredCase, judgedInTurns } from "../../../attribution/cases/discover-cases.ts";
import { unjudgedAnswers } from "../../../attribution/judge/unjudged-answers.ts";
import { answerIdOf } from "../../../database/cases/answers/right-answers.ts";
import { newCases } from "../../../database/cases/new-cases.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import { MAX_OPENED_CASES } from "../../../protocol/limits.ts";
import { disputeAnswer as declaration } from "../../../protocol/routes/annotation/answers.ts";
import { TURN } from "../../bounded-work.ts";
import { atLimit, notFound } from "../../errors.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const disputeAnswer = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { answer: id } = c.req.valid("param");
  const stored = await project.answers.find(id);
  const graph = stored && (await loadGraph(project, stored.graph));
  if (graph === undefined) throw notFound("answer");
  // The case needs the whole texts. Stored texts can be shortened, so take the texts from the
  // graph.
  const right: readonly DiscoveredCase[] =
    stored?.origin === "model"
      ? await runGivingWay(unjudgedAnswers(graph), TURN)
      : (await runGivingWay(judgedInTurns(graph), TURN)).right;
  const found = right.find((item) => answerIdOf(project.id, graph, item) === id);
  if (found === undefined) throw notFound("answer");
  const now = c.get("services").now();
  const { judgeReason: _, ...failed } = found;
  const [row] = newCases(project.id, graph, [{ ...failed, origin: "api" }], now);
  if (row === undefined) throw new Error("one answer is one case");
  await project.cases.openByRequest(row, now);
  const opened = await project.cases.find(row.id);
  if (opened === undefined) {
    throw atLimit(MAX_OPENED_CASES, "cases opened by request in the graph", "Use another graph.");
  }
  await project.wakeAttribution(opened.graph);
  return c.json(opened, 201);
});
