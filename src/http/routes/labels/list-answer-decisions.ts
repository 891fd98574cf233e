import { listAnswerDecisions as declaration } from "../../../protocol/routes/annotation/inferred-answers.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const listAnswerDecisions = router().openapi(operation(declaration), async (c) => {
  const { case: id } = c.req.valid("param");
  const decisions = await c.get("project").decisions.of(id, authorOf(c));
  if (decisions === undefined) throw notFound("case");
  return c.json(decisions, 200);
});
