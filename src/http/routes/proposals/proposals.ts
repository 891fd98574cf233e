import { router } from "../../route.ts";
import { acceptProposal } from "./accept-proposal.ts";
import { listProposals } from "./list-proposals.ts";
import { listSuggestions } from "./list-suggestions.ts";
import { rejectProposal } from "./reject-proposal.ts";
import { showProposal } from "./show-proposal.ts";
import { startRound } from "./start-round.ts";

export const proposals = router()
  .route("/", startRound)
  .route("/", listProposals)
  .route("/", showProposal)
  .route("/", acceptProposal)
  .route("/", rejectProposal)
  .route("/", listSuggestions);
