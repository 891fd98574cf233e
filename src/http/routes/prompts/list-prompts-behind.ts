import { listPromptsBehind as declaration } from "../../../protocol/routes/prompts.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const listPromptsBehind = router().openapi(operation(declaration), async (c) => {
  const { cases, prompts } = c.get("project");
  const id = c.req.valid("param").case;
  if ((await cases.find(id)) === undefined) throw notFound("case");
  return c.json({ items: await prompts.behind(id) }, 200);
});
