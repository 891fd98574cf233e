import { showPrompt as declaration } from "../../../protocol/routes/prompts.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const showPrompt = router().openapi(operation(declaration), async (c) => {
  const found = await c.get("project").prompts.find(c.req.valid("param").prompt);
  if (found === undefined) throw notFound("prompt");
  return c.json(found, 200);
});
