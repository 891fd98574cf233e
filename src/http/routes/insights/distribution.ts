import { showDistribution } from "../../../protocol/routes/insights.ts";
import { operation, router } from "../../route.ts";
import { distributionAnswer } from "./distribution-answer.ts";

export const distribution = router().openapi(operation(showDistribution), async (c) => {
  const now = c.get("services").now();
  return c.json(await distributionAnswer(c.get("project"), c.req.valid("query"), now), 200);
});
