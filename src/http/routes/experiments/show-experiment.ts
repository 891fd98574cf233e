import { showExperiment as declaration } from "../../../protocol/routes/experiments.ts";
import { operation, router } from "../../route.ts";
import { experimentOf } from "./known-experiment.ts";

export const showExperiment = router().openapi(operation(declaration), async (c) => {
  return c.json(await experimentOf(c.get("project"), c.req.valid("param").experiment), 200);
});
