import { listSimilarCases as declaration } from "../../../protocol/routes/cases.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

const SIMILAR_CASES = 12;

export const listSimilarCases = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const found = await project.cases.find(c.req.valid("param").case);
  if (found === undefined) throw notFound("case");
  return c.json({ items: await project.cases.similar(found, SIMILAR_CASES) }, 200);
});
