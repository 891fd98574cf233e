import type { Context } from "hono";
import type { NewFix } from "../../../database/insights/change-finding.ts";
import type { GivenFix } from "../../../protocol/api/insights/findings.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";

/** @throws ApiError if the project has no such version or experiment */
export async function newFix(
  c: Context<HttpEnv>,
  given: GivenFix | null | undefined,
): Promise<NewFix | null | undefined> {
  if (given === undefined || given === null) return given;
  const { prompts, experiments } = c.get("project");
  const { prompt, experiment } = given;
  const version = prompt && (await prompts.version(prompt.id, prompt.version));
  if (prompt !== undefined && version === undefined) {
    throw new ApiError(
      "invalid_request",
      `fix.prompt: the project has no version ${prompt.version} of a prompt ${prompt.id}. GET /v1/prompts lists the prompts.`,
    );
  }
  const run = experiment === undefined ? undefined : await experiments.find(experiment);
  if (experiment !== undefined && run === undefined) {
    throw new ApiError(
      "invalid_request",
      `fix.experiment: the project has no experiment ${experiment}. GET /v1/experiments lists them.`,
    );
  }
  const names = [
    version === undefined ? undefined : `${version.name}, version ${version.number}`,
    run === undefined ? undefined : `experiment ${run.name}`,
  ];
  return {
    prompt: version === undefined ? null : { id: version.prompt, version: version.number },
    experiment: run?.id ?? null,
    source: "person",
    name: names.filter((name) => name !== undefined).join("; "),
  };
}
