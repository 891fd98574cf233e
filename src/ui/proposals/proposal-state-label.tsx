import type { ProposalSummary } from "../../protocol/api/proposals.ts";

/** Shows the state of a proposal in a few words. */
export function ProposalStateLabel({ proposal }: { proposal: ProposalSummary }) {
  const { state, isOutdated, version } = proposal;
  if (isOutdated) return <span className="muted">outdated</span>;
  if (state === "accepted") return <span className="good">accepted as version {version}</span>;
  return <span className={state === "rejected" ? "bad" : "open-state"}>{state}</span>;
}
