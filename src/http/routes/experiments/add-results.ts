import { addResults as declaration } from "../../../protocol/routes/experiments.ts";
import { operation, router } from "../../route.ts";
import { existing } from "./known-experiment.ts";

export const addResults = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const id = await existing(project, c.req.valid("param").experiment);
  const given = c.req.valid("json").results;
  const stored = await project.experiments.store(id, given);
  const rejected = given.flatMap(({ item }, index) =>
    stored.has(item)
      ? []
      : [{ index, message: `item: the experiment's dataset has no item ${item}.` }],
  );
  return c.json({ stored: stored.size, rejected }, 200);
});
