import { type Corrected, correctCase } from "../../../jobs/attribution/correct-case.ts";
import type { ReplayPlan } from "../../../protocol/api/replays.ts";
import { writeCorrection as declaration } from "../../../protocol/routes/replays.ts";
import { ApiError, modelRefusal, noModel } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { planOf } from "./planned-case.ts";

export const writeCorrection = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { found, planned, graph } = await planOf(project, c.req.valid("param").case);
  const deps = { ...project, now: c.get("services").now };
  const answer = await correctCase(deps, graph, found, planned);
  if (!answer.ok) throw refusal(answer, planned);
  return c.json(answer.value, 200);
});

function refusal(answer: Exclude<Corrected, { ok: true }>, { needed }: ReplayPlan): ApiError {
  if ("message" in answer) return modelRefusal(answer);
  if (answer.reason === "no_model") return noModel();
  return new ApiError("conflict", needed[0] ?? "The case cannot be replayed.");
}
