import type { ProposalState } from "../../../protocol/api/proposals.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";

export async function knownProposal(project: ProjectServices, id: string) {
  const proposal = await project.proposals.find(id);
  if (proposal === undefined) throw notFound("proposal");
  return proposal;
}

export function decidedAlready(state: ProposalState): ApiError {
  return new ApiError(
    "conflict",
    `The proposal is ${state === "open" ? "decided" : state} already.`,
  );
}
