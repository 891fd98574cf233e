/** Projects of a signed-in person; the only operations that are not within one project. */
import { createRoute } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { CreateProject, Project } from "../../protocol/api.ts";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";
import { readJsonBody } from "../request-body.ts";
import { json, jsonBody, router } from "../route.ts";

const security = [{ signIn: [] }];

const requirePerson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const person = await c.get("services").auth().session(c.req.raw.headers);
  if (person === null) throw new ApiError("unauthorized", "Sign in first; a key is not enough.");
  c.set("person", person.id);
  await next();
};

const list = createRoute({
  method: "get",
  path: "/projects",
  tags: ["Project"],
  summary: "List the projects of your organizations",
  security,
  middleware: [requirePerson] as const,
  responses: { 200: json(z.object({ items: z.array(Project) }), "By name.") },
});

const create = createRoute({
  method: "post",
  path: "/projects",
  tags: ["Project"],
  summary: "Create a project in one of your organizations",
  security,
  middleware: [requirePerson, readJsonBody] as const,
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
    throw new ApiError("not_found", "You belong to no such organization.");
  });
