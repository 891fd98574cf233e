import { showProject, updateProject, whoami } from "../../../protocol/routes/project.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const project = router()
  .openapi(operation(whoami), async (c) => {
    const { kind, name, scopes, expiresAt = null } = c.get("principal");
    const found = await c.get("project").settings.get();
    if (found === null) throw notFound("project");
    return c.json({ project: found, kind, name, scopes: [...scopes], expiresAt }, 200);
  })
  .openapi(operation(showProject), async (c) => {
    const found = await c.get("project").settings.get();
    if (found === null) throw notFound("project");
    return c.json(found, 200);
  })
  .openapi(operation(updateProject), async (c) => {
    c.set("before", { ...(await c.get("project").settings.get()) });
    const updated = await c.get("project").settings.update(c.req.valid("json"));
    if (updated === null) throw notFound("project");
    return c.json(updated, 200);
  });
