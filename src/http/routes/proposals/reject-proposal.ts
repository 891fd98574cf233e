import { rejectProposal as declaration } from "../../../protocol/routes/proposals.ts";
import { operation, router } from "../../route.ts";
import { decidedAlready, knownProposal } from "./known-proposal.ts";

export const rejectProposal = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const id = c.req.valid("param").proposal;
  const { proposal } = await knownProposal(project, id);
  const { reason } = c.req.valid("json");
  const isRejected = await project.proposals.reject(id, reason, c.get("services").now());
  if (!isRejected) throw decidedAlready(proposal.state);
  return c.json((await knownProposal(project, id)).proposal, 200);
});
