import { lostParts } from "../../../optimization/kept-parts.ts";
import type { AcceptProposal } from "../../../protocol/api/proposals.ts";
import { acceptProposal as declaration } from "../../../protocol/routes/proposals.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { decidedAlready, knownProposal } from "./known-proposal.ts";

export const acceptProposal = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const id = c.req.valid("param").proposal;
  const now = c.get("services").now();
  await accept(project, id, c.req.valid("json"), now);
  const { proposal, promptId } = await knownProposal(project, id);
  const { prompt: name, version } = proposal;
  if (version !== null) {
    const by = c.get("principal").name;
    await project.findings.linkProposal({ proposal: id, prompt: promptId, name, version, by }, now);
  }
  return c.json(proposal, 200);
});

async function accept(
  project: ProjectServices,
  id: string,
  { text, share }: AcceptProposal,
  now: number,
): Promise<void> {
  const { proposal, promptId } = await knownProposal(project, id);
  if (proposal.state !== "open") throw decidedAlready(proposal.state);
  const wanted = text ?? proposal.text;
  if (wanted === proposal.baseText) {
    throw new ApiError(
      "invalid_request",
      "text: equals the text of the base version. Edit it, or reject the proposal.",
    );
  }
  const lost = lostParts(proposal.baseText, wanted);
  if (lost !== undefined) {
    const remedy = "Restore this part, or write your own version with POST /v1/prompts.";
    throw new ApiError("invalid_request", `text: ${lost} ${remedy}`);
  }
  const { baseVersion } = proposal;
  const acceptance = { proposal: id, prompt: promptId, baseVersion, text: wanted, share };
  if (await project.proposals.accept(acceptance, now)) return;
  throw await whyRefused(project, id);
}

async function whyRefused(project: ProjectServices, id: string): Promise<ApiError> {
  const { proposal, promptId } = await knownProposal(project, id);
  if (proposal.state !== "open") return decidedAlready(proposal.state);
  const { prompt, baseVersion } = proposal;
  const candidate = (await project.prompts.find(promptId))?.candidate ?? null;
  if (candidate !== null) {
    return new ApiError(
      "conflict",
      `Version ${candidate} of ${prompt} is being tried on a share of the traffic. Decide on it first, on the prompt's page or with PUT /v1/prompts/{prompt}/serving.`,
    );
  }
  return new ApiError(
    "conflict",
    `The proposal starts from version ${baseVersion} of ${prompt}, which is no longer active. Start a new round.`,
  );
}
