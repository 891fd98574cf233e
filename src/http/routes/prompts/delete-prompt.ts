import { deletePrompt as declaration } from "../../../protocol/routes/prompts.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const deletePrompt = router().openapi(operation(declaration), async (c) => {
  const removed = await c.get("project").prompts.remove(c.req.valid("param").prompt);
  if (!removed) throw notFound("prompt");
  return c.body(null, 204);
});
