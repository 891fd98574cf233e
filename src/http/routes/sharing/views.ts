import { MAX_VIEWS } from "../../../protocol/limits.ts";
import {
  createView,
  deleteView,
  listViews,
  updateView,
} from "../../../protocol/routes/sharing/sharing.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const views = router()
  .openapi(operation(listViews), async (c) =>
    c.json({ items: await c.get("project").views.list() }, 200),
  )
  .openapi(operation(createView), async (c) => {
    const { newId, now } = c.get("services");
    const { views } = c.get("project");
    const given = c.req.valid("json");
    const row = { id: newId("vw"), ...given, createdBy: c.get("principal").name, createdAt: now() };
    if (!(await views.create(row))) {
      if (await views.isNamed(given.name)) throw nameTaken(given.name);
      throw atLimit(MAX_VIEWS, "saved views", "Delete one first.");
    }
    return c.json({ ...row, createdAt: new Date(row.createdAt).toISOString() }, 201);
  })
  .openapi(operation(updateView), async (c) => {
    const { views } = c.get("project");
    const given = c.req.valid("json");
    const changed = await views.change(c.req.valid("param").view, given);
    if (changed === "name taken") throw nameTaken(given.name ?? "");
    if (changed === undefined) throw notFound("view");
    return c.json(changed, 200);
  })
  .openapi(operation(deleteView), async (c) => {
    const isDeleted = await c.get("project").views.delete(c.req.valid("param").view);
    if (!isDeleted) throw notFound("view");
    return c.body(null, 204);
  });

const nameTaken = (name: string) =>
  new ApiError("conflict", `name: another view has the name “${name}”. Choose another one.`);
