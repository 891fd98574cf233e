import { Project, UpdateProject, Whoami } from "../../../protocol/api/api.ts";
import { notFound } from "../../errors.ts";
import { json, jsonBody, operation, router } from "../../route.ts";

const whoami = operation("read", [], {
  method: "get",
  path: "/whoami",
  tags: ["Project"],
  summary: "Show the caller, its project and its scopes",
  responses: { 200: json(Whoami, "The key or person that sent the request.") },
});

const show = operation("read", [], {
  method: "get",
  path: "/project",
  tags: ["Project"],
  summary: "Show the project",
  responses: { 200: json(Project, "The project.") },
});

const update = operation("admin", [], {
  method: "patch",
  path: "/project",
  tags: ["Project"],
  summary: "Change the project's name, when reports are made, or retention",
  description:
    "With `retentionDays`, a graph whose last event arrived longer ago is deleted within the hour, as by `DELETE /v1/graphs/{graph}`. Its cases, their labels and attributions, and the deliveries that quote them are deleted too. Changing the setting restores nothing.",
  request: { body: jsonBody(UpdateProject) },
  responses: { 200: json(Project, "The project after the change.") },
});

export const project = router()
  .openapi(whoami, async (c) => {
    const { kind, name, scopes, expiresAt = null } = c.get("principal");
    const found = await c.get("project").settings.get();
    if (found === null) throw notFound("project");
    return c.json({ project: found, kind, name, scopes: [...scopes], expiresAt }, 200);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").settings.get();
    if (found === null) throw notFound("project");
    return c.json(found, 200);
  })
  .openapi(update, async (c) => {
    const updated = await c.get("project").settings.update(c.req.valid("json"));
    if (updated === null) throw notFound("project");
    return c.json(updated, 200);
  });
