/** Projects of a signed-in person; the only operations that are not within one project. */
import * as z from "zod";
import { CreateProject, Project } from "../../../protocol/api/api.ts";
import { MAX_PROJECTS } from "../../../protocol/limits.ts";
import { ApiError, atLimit } from "../../errors.ts";
import { json, jsonBody, operation, router } from "../../route.ts";

const list = operation("person", [], {
  method: "get",
  path: "/projects",
  tags: ["Project"],
  summary: "List the projects of your organizations",
  responses: { 200: json(z.object({ items: z.array(Project) }), "By name.") },
});

const create = operation("person", ["not_found", "conflict"], {
  method: "post",
  path: "/projects",
  tags: ["Project"],
  summary: "Create a project in one of your organizations",
  request: { body: jsonBody(CreateProject) },
  responses: { 201: json(Project, "The project.") },
});

export const projects = router()
  .openapi(list, async (c) => {
    return c.json({ items: await c.get("services").projectsOf(c.get("person")) }, 200);
  })
  .openapi(create, async (c) => {
    const created = await c.get("services").createProject(c.get("person"), c.req.valid("json"));
    if (created.ok) return c.json(created.project, 201);
    if (created.reason === "not_allowed") {
      throw new ApiError(
        "forbidden",
        "Only owners and admins of the organization create projects.",
      );
    }
    if (created.reason === "too_many") {
      throw atLimit(MAX_PROJECTS, "projects in the organization", "Delete one first.");
    }
    throw new ApiError("not_found", "There is no such organization among yours.");
  });
