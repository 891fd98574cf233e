import type { DecisionFault } from "../../../database/annotation/decision-repository.ts";
import { MAX_ANSWER_DECISIONS } from "../../../protocol/limits.ts";
import { decideAnswer as declaration } from "../../../protocol/routes/annotation/inferred-answers.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const decideAnswer = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id } = c.req.valid("param");
  const author = authorOf(c);
  const now = c.get("services").now();
  const decided = await project.decisions.decide(id, author, c.req.valid("json"), now);
  if (!decided.ok) throw refused(id, decided.fault);
  await project.wakeAttribution(decided.value.graph);
  const decisions = await project.decisions.of(id, author);
  if (decisions === undefined) throw notFound("case");
  return c.json(decisions, 200);
});

function refused(id: string, fault: DecisionFault): ApiError {
  switch (fault.kind) {
    case "unknown_case":
      return notFound("case");
    case "too_many_rows":
      return atLimit(MAX_ANSWER_DECISIONS, "decisions on one case", "The newest one counts.");
    case "not_inferred":
      return new ApiError(
        "conflict",
        `inferred: the case does not have this inferred answer now. Read \`/v1/cases/${id}\`, and decide on an answer that it names.`,
      );
    case "outdated":
      return new ApiError(
        "conflict",
        `Nothing was changed, because somebody decided since. Read \`/v1/cases/${id}/inferred-answer\`, then send the request again with \`seen\` ${fault.newest}.`,
      );
  }
}
