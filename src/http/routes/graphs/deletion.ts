import * as z from "zod";
import { forEachGivingWay } from "../../../database/giving-way.ts";
import { Project, UserDeletion } from "../../../protocol/api/api.ts";
import { MAX_GRAPH_ID_CHARS } from "../../../protocol/limits.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, operation, router } from "../../route.ts";

/** Graphs of one request. Each is deleted by its own object. */
const MAX_GRAPHS = 50;
const GRAPHS_AT_ONCE = 6;
const tags = ["Deletion"];

const deleteGraph = operation("admin", ["not_found"], {
  method: "delete",
  path: "/graphs/{graph}",
  tags,
  summary: "Delete a graph permanently",
  description:
    "Deletes its cases, their labels and attributions, the deliveries that quote them, and their quotes in reports. The figures of reports stay. Later events begin a new graph. Safe to repeat: answers 404 once nothing is left.",
  request: { params: z.object({ graph: z.string() }) },
  responses: { 204: { description: "Nothing of it is left." } },
});

const deleteUser = operation("admin", ["not_found"], {
  method: "delete",
  path: "/users/{user}",
  tags,
  summary: "Delete all graphs of one end user permanently",
  description: `Deletes every graph whose \`graph\` or \`session\` events ever named the user, even beside other users. One request deletes up to ${MAX_GRAPHS} graphs: repeat it while \`isComplete\` is false. Events of the last minute may not be stored yet, so repeat it a minute later. It answers 404 once nothing is left.`,
  request: { params: z.object({ user: z.string() }) },
  responses: { 200: json(UserDeletion, "The number of deleted graphs.") },
});

const deleteProject = operation("admin", ["not_found"], {
  method: "delete",
  path: "/project",
  tags,
  summary: "Delete the project permanently",
  description:
    "People lose access at once, and its keys stop like revoked ones. Its graphs, cases, reports, webhooks and keys are deleted within minutes. Very many graphs take longer.",
  request: {
    query: z.object({
      name: z.string().meta({ description: "the project's name, as a confirmation" }),
    }),
  },
  responses: { 202: json(Project, "The project. Its deletion has begun.") },
});

export const deletion = router()
  .openapi(deleteGraph, async (c) => {
    const { graph } = c.req.valid("param");
    const existed =
      graph.length <= MAX_GRAPH_ID_CHARS && (await c.get("project").deleteGraph(graph));
    if (!existed) throw notFound("graph");
    return c.body(null, 204);
  })
  .openapi(deleteUser, async (c) => {
    const { user } = c.req.valid("param");
    const project = c.get("project");
    const graphs = await project.graphs.ofUser(user, MAX_GRAPHS);
    if (graphs.length === 0) {
      throw new ApiError(
        "not_found",
        "No known graph of this project names the user. Events of the last minute may not be stored yet: repeat the request in a minute.",
      );
    }
    await forEachGivingWay(graphs, GRAPHS_AT_ONCE, async (graph) => {
      await project.deleteGraph(graph);
    });
    const left = await project.graphs.ofUser(user, 1);
    return c.json({ graphs: graphs.length, isComplete: left.length === 0 }, 200);
  })
  .openapi(deleteProject, async (c) => {
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
