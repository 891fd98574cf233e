import { type Corrected, correctCase } from "../../../jobs/attribution/correct-case.ts";
import type { ReplayPlan } from "../../../protocol/api/replays.ts";
import { writeCorrection as declaration } from "../../../protocol/routes/replays.ts";
import { ApiError } from "../../errors.ts";
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
  if ("message" in answer) {
    // If the model is unavailable or rate-limited, a retry may succeed. Other failures would
    // repeat.
    const mayPass = answer.reason === "unavailable" || answer.reason === "rate_limited";
    return new ApiError(mayPass ? "unavailable" : "model_failed", answer.message);
  }
  if (answer.reason === "no_model")
    return new ApiError("no_model", "The project has no model. Set one in its settings.");
  return new ApiError("conflict", needed[0] ?? "The case cannot be replayed.");
}
