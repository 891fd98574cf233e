/** Lists and creates a signed-in person's projects. The requests name no project. */
import { MAX_PROJECTS } from "../../../protocol/limits.ts";
import { createProject, listProjects } from "../../../protocol/routes/project.ts";
import { ApiError, atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const projects = router()
  .openapi(operation(listProjects), async (c) => {
    return c.json({ items: await c.get("services").projectsOf(c.get("person")) }, 200);
  })
  .openapi(operation(createProject), async (c) => {
    const created = await c.get("services").createProject(c.get("person"), c.req.valid("json"));
    if (created.ok) return c.json(created.value, 201);
    if (created.fault === "not_allowed") {
      throw new ApiError(
        "forbidden",
        "Only owners and admins of the organization can create projects.",
      );
    }
    if (created.fault === "too_many") {
      throw atLimit(MAX_PROJECTS, "projects in the organization", "Delete one first.");
    }
    throw new ApiError("not_found", "You have no such organization.");
  });
