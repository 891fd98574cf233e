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
    const { settings, reports } = c.get("project");
    const update = c.req.valid("json");
    for (const filter of [update.reportFilter, update.reportAfterFilter]) {
      const [unknown] = await reports.unknownIn(filter ?? {});
      if (unknown !== undefined) throw notFound(unknown);
    }
    c.set("before", { ...(await settings.get()) });
    const updated = await settings.update(update);
    if (updated === null) throw notFound("project");
    return c.json(updated, 200);
  });
