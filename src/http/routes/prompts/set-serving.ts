import { setServing as declaration } from "../../../protocol/routes/prompts.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const setServing = router().openapi(operation(declaration), async (c) => {
  const { prompts } = c.get("project");
  const { prompt } = c.req.valid("param");
  const serving = c.req.valid("json");
  if (serving.active !== null && serving.active === serving.candidate?.version) {
    throw new ApiError(
      "invalid_request",
      "candidate.version: is already the active version. Choose another one.",
    );
  }
  const outcome = await prompts.serve(prompt, serving, c.get("services").now());
  const found = outcome === "done" ? await prompts.find(prompt) : undefined;
  if (found === undefined) throw notFound("prompt or version of it");
  return c.json(found, 200);
});
