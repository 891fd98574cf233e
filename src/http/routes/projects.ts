/** Projects of a signed-in person; the only operations that are not within one project. */
import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { CreateProject, Project } from "../../protocol/api.ts";
import type { Services } from "../context.ts";
import { ApiError } from "../errors.ts";
import { json, jsonBody, router } from "../route.ts";

const security = [{ signIn: [] }];

const list = createRoute({
  method: "get",
  path: "/projects",
  tags: ["Project"],
  summary: "List the projects of your organizations",
  security,
  responses: { 200: json(z.object({ items: z.array(Project) }), "By name.") },
});

const create = createRoute({
  method: "post",
  path: "/projects",
  tags: ["Project"],
  summary: "Create a project in one of your organizations",
  security,
  request: { body: jsonBody(CreateProject) },
  responses: { 201: json(Project, "The project.") },
});

export const projects = router()
  .openapi(list, async (c) => {
    const person = await signedIn(c.get("services"), c.req.raw);
    return c.json({ items: await c.get("services").projectsOf(person) }, 200);
  })
  .openapi(create, async (c) => {
    const services = c.get("services");
    const person = await signedIn(services, c.req.raw);
    const created = await services.createProject(person, c.req.valid("json"));
    if (created.ok) return c.json(created.project, 201);
    if (created.reason === "not_allowed") {
      throw new ApiError(
        "forbidden",
        "Only owners and admins of the organization create projects.",
      );
    }
    throw new ApiError("not_found", "You belong to no such organization.");
  });

async function signedIn(services: Services, request: Request): Promise<string> {
  const person = await services.auth().session(request.headers);
  if (person === null) throw new ApiError("unauthorized", "Sign in first; a key is not enough.");
  return person.id;
}
