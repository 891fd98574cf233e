import { showProposal as declaration } from "../../../protocol/routes/proposals.ts";
import { operation, router } from "../../route.ts";
import { knownProposal } from "./known-proposal.ts";

export const showProposal = router().openapi(operation(declaration), async (c) => {
  const { proposal } = await knownProposal(c.get("project"), c.req.valid("param").proposal);
  return c.json(proposal, 200);
});
