import { MAX_GRAPH_ID_CHARS } from "../../../protocol/limits.ts";
import {
  deleteGraph,
  deleteProject,
  deleteUser,
  MAX_DELETED_GRAPHS,
} from "../../../protocol/routes/graphs.ts";
import { redactedId } from "../../../redaction/redact-event.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

/**
 * Returns the id under which the graph is stored. If the project redacts ids, this is the redacted
 * id.
 */
async function storedId({ redaction }: ProjectServices, graph: string): Promise<string> {
  const active = await redaction.active();
  return active === undefined ? graph : redactedId(graph, active.redactor);
}

export const deletion = router()
  .openapi(operation(deleteGraph), async (c) => {
    const graph = await storedId(c.get("project"), c.req.valid("param").graph);
    const existed =
      graph.length <= MAX_GRAPH_ID_CHARS && (await c.get("project").deleteGraph(graph));
    if (!existed) throw notFound("graph");
    return c.body(null, 204);
  })
  .openapi(operation(deleteUser), async (c) => {
    const project = c.get("project");
    const redaction = await project.redaction.active();
    const { user: given } = c.req.valid("param");
    const user = redaction?.redactor.text(given) ?? given;
    const graphs = await project.graphs.ofUser(user, MAX_DELETED_GRAPHS);
    if (graphs.length === 0) {
      throw new ApiError(
        "not_found",
        "No known graph of this project names the user. Events of the last minute may not be stored yet: repeat the request in a minute.",
      );
    }
    const { newId, now, finishDeletion } = c.get("services");
    const { kind, id: by } = c.get("principal");
    const described = await project.receipts.describe(graphs);
    const pending = { ...described, graphs, user: given, by: { kind, id: by } };
    const receipt = await project.receipts.begin(newId("rcp"), pending, now());
    await finishDeletion(receipt);
    const left = await project.graphs.ofUser(user, 1);
    const isComplete = left.length === 0;
    return c.json({ graphs: graphs.length, isComplete, receipt: receipt.id }, 200);
  })
  .openapi(operation(deleteProject), async (c) => {
    const { settings } = c.get("project");
    const found = await settings.get();
    if (found === null) throw notFound("project");
    if (c.req.valid("query").name !== found.name) {
      throw new ApiError(
        "invalid_request",
        `name: give the project's name, ${JSON.stringify(found.name)}, to confirm its deletion. Nothing was deleted.`,
      );
    }
    await settings.delete(c.get("services").now());
    return c.json(found, 202);
  });
