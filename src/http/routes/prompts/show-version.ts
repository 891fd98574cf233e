import { showVersion as declaration } from "../../../protocol/routes/prompts.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const showVersion = router().openapi(operation(declaration), async (c) => {
  const { prompt, version } = c.req.valid("param");
  const found = await c.get("project").prompts.version(prompt, Number(version));
  if (found === undefined) throw notFound("version of a prompt");
  return c.json(found, 200);
});
