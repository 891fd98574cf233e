import { showTranscript as declaration } from "../../../protocol/routes/cases.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const showTranscript = router().openapi(operation(declaration), async (c) => {
  const { cases } = c.get("project");
  const { case: id } = c.req.valid("param");
  if ((await cases.find(id)) === undefined) throw notFound("case");
  return c.json(await cases.transcript(id), 200);
});
