import { listReplays as declaration } from "../../../protocol/routes/replays.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const listReplays = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id } = c.req.valid("param");
  if ((await project.cases.find(id)) === undefined) throw notFound("case");
  return c.json({ items: await project.replays.ofCase(id) }, 200);
});
