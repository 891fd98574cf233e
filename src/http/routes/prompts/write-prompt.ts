import { MAX_PROMPT_VERSIONS, MAX_PROMPTS } from "../../../protocol/limits.ts";
import { writePrompt as declaration } from "../../../protocol/routes/prompts.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const writePrompt = router().openapi(operation(declaration), async (c) => {
  const { prompts } = c.get("project");
  const { name, text } = c.req.valid("json");
  const added = await prompts.add(name, text, "written", c.get("services").now());
  if (added === undefined) {
    const remedy = `A project has at most ${MAX_PROMPTS}, a prompt at most ${MAX_PROMPT_VERSIONS} versions. Delete a prompt first.`;
    throw new ApiError("conflict", `The limit of prompts or versions is reached. ${remedy}`);
  }
  const { id, number } = added;
  const written = await prompts.version(id, number);
  if (written === undefined) throw notFound("prompt");
  return c.json(written, 201);
});
