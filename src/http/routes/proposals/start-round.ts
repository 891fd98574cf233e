import type { OptimizationInput } from "../../../jobs/optimization/optimization-job.ts";
import { roundCases } from "../../../jobs/optimization/round-cases.ts";
import type { CreateProposals } from "../../../protocol/api/proposals.ts";
import { startRound as declaration } from "../../../protocol/routes/proposals.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const startRound = router().openapi(operation(declaration), async (c) => {
  const { now, newId } = c.get("services");
  const project = c.get("project");
  const input = await inputOf(project, c.req.valid("json"));
  const job = await project.jobs.create({ id: newId("job"), kind: "optimization", input }, now());
  if (job === undefined) {
    const running = await project.proposals.roundUnderWay();
    throw new ApiError(
      "conflict",
      running === undefined
        ? "Another round has just ended. Start this round again."
        : `A round is already running: ${running}. Wait until it ends.`,
    );
  }
  await project.wakeJob(job.id);
  return c.json(job, 202);
});

/**
 * Chooses the cases before the job of the round runs. If the job is repeated, it then uses the same
 * cases.
 */
async function inputOf(
  project: ProjectServices,
  { prompts, from, to, attribution }: CreateProposals,
): Promise<OptimizationInput> {
  if ((await project.model.settings()) === undefined) {
    throw new ApiError(
      "no_model",
      "The project has no model to ask. Set one with PUT /v1/project/model, or in the settings.",
    );
  }
  if (prompts !== undefined) {
    const known = new Set((await project.prompts.current(prompts)).map(({ name }) => name));
    const unknown = prompts.find((name) => !known.has(name));
    if (unknown !== undefined) {
      throw new ApiError("not_found", `prompts: there is no prompt ${unknown} in this project.`);
    }
  }
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new ApiError("invalid_request", "from: must be before to.");
  }
  const cases = await roundCases(project, { from, to, prompts, attribution });
  return { cases, prompts: prompts ?? null, attribution };
}
