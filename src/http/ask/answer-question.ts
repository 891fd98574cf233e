/**
 * Asks the project's model about a graph and checks the citations in the answer. The project's
 * model budget applies.
 */
import type { Context } from "hono";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { RememberingModel } from "../../jobs/models/cached-model.ts";
import type { Citation, GraphAnswer } from "../../protocol/api/explorer/ask.ts";
import { MAX_ASK_STEPS } from "../../protocol/api/explorer/ask-bounds.ts";
import type { HttpEnv, ProjectServices } from "../context.ts";
import { modelRefusal, noModel, notFound } from "../errors.ts";
import { loadGraph } from "../graphs/graph-revision.ts";
import { toolContext } from "../tools/tool-context.ts";
import { excerpt, resultOf } from "../tools/tool-result.ts";
import { askGraph } from "./ask-graph.ts";
import { toolsOfGraph } from "./graph-tools.ts";

/** Maximum milliseconds for an answer. A person waits for it, so this is short. */
const MAX_MS = 90_000;
const MAX_CITED_CHARS = 120;

export async function answerQuestion(
  c: Context<HttpEnv>,
  id: string,
  question: string,
): Promise<GraphAnswer> {
  const project = c.get("project");
  const { now } = c.get("services");
  const graph = await loadGraph(project, id);
  if (graph === undefined) throw notFound("graph");
  const settings = await project.model.settings();
  const opened = settings && (await project.openModel(settings));
  if (settings === undefined || opened === undefined) throw noModel();
  const model = new RememberingModel({
    ...{ model: opened, repository: project.model, scope: { graph: id }, now },
    ...{ usdPerDay: settings.usdPerDay, usdAtMost: settings.usdPerCase },
    ...{ until: now() + MAX_MS, callsAtMost: MAX_ASK_STEPS },
  });
  const context = toolContext(c);
  const asked = await askGraph({
    ...{ question, model, contextTokens: settings.agentContextTokens },
    tools: toolsOfGraph(project, id),
    run: (tool, given) => resultOf(tool, given, context, { scopes: ["read"] }),
  });
  if (!asked.ok) throw modelRefusal(asked);
  const found = await Promise.all(asked.cites.map((cite) => citationOf(project, graph, id, cite)));
  return {
    answer: asked.text,
    citations: found.filter((citation) => citation !== undefined),
    steps: [...asked.steps],
    model: model.name,
    spent: model.spent,
  };
}

async function citationOf(
  project: ProjectServices,
  graph: EvolutionGraph,
  graphId: string,
  id: string,
): Promise<Citation | undefined> {
  const variable = graph.variables.get(id);
  if (variable) return { kind: "variable", id, text: excerpt(variable.value, MAX_CITED_CHARS) };
  const operation = graph.operations.get(id);
  if (operation) return { kind: "operation", id, text: excerpt(operation.name, MAX_CITED_CHARS) };
  const found = await project.cases.find(id);
  if (found?.graph !== graphId) return undefined;
  return { kind: "case", id, text: excerpt(found.query, MAX_CITED_CHARS) };
}
