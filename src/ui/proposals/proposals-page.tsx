import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ProposalSummary } from "../../protocol/api/proposals.ts";
import { lookForProposals } from "../api/commands.ts";
import { isWaiting, latestRoundQuery, modelQuery, proposalsQuery } from "../api/resources.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty, Failure } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { ProposalStateLabel } from "./proposal-state-label.tsx";
import { Round } from "./round.tsx";
import "./proposals.css";

const route = getRouteApi("/p/$project/proposals");

export function ProposalsPage() {
  const { project } = route.useParams();
  const { round: chosen } = route.useSearch();
  const latest = useQuery(latestRoundQuery(project)).data?.items[0];
  const navigate = useNavigate();
  const query = useInfiniteQuery(proposalsQuery(project));
  const model = useQuery(modelQuery(project));
  // Show the latest round above the list only while it has no result. Once it has made a proposal,
  // the list contains the proposal.
  const round = chosen ?? (latest?.result === null ? latest.id : undefined);
  const hasProposals = query.data?.pages.some(({ items }) => items.length > 0);
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () => lookForProposals(project),
    onSuccess: ({ id }) => {
      client.invalidateQueries({ queryKey: latestRoundQuery(project).queryKey });
      return navigate({ to: "/p/$project/proposals", params: { project }, search: { round: id } });
    },
  });
  const isUnderWay = latest !== undefined && isWaiting(latest.state);
  const hasModel =
    model.data === undefined || model.data.endpoints.length > 0 || model.data.workersAi;
  const button = (
    <button
      type="button"
      className="button primary"
      disabled={look.isPending || isUnderWay || !hasModel}
      onClick={() => look.mutate()}
    >
      Look for better prompts
    </button>
  );
  return (
    <>
      <PageHeader title="Proposals">{hasProposals ? button : null}</PageHeader>
      {hasProposals && !hasModel ? <NoModel project={project} /> : null}
      {look.error ? <Failure error={look.error} what="The round did not start" /> : null}
      {round ? <Round project={project} round={round} /> : null}
      <PagedList
        query={query}
        of="proposals"
        empty={
          <Empty title="No proposal yet">
            <p>
              A model looks at wrong answers and proposes better prompts. Your prompts do not change
              before you accept a proposal.
            </p>
            {hasModel ? <p>{button}</p> : <NoModel project={project} />}
          </Empty>
        }
        onOpen={({ id }) =>
          navigate({ to: "/p/$project/proposals/$proposal", params: { project, proposal: id } })
        }
      >
        {(proposals, selected) => (
          <ProposalList project={project} proposals={proposals} selected={selected} />
        )}
      </PagedList>
    </>
  );
}

function NoModel({ project }: { project: string }) {
  return (
    <p className="lead-line">
      A round needs a model:{" "}
      <Link to="/p/$project/settings" params={{ project }}>
        set one in the settings
      </Link>
      .
    </p>
  );
}

interface ProposalListProps {
  readonly project: string;
  readonly proposals: readonly ProposalSummary[];
  /** Index of the row that the keyboard selected. */
  readonly selected: number;
}

function ProposalList({ project, proposals, selected }: ProposalListProps) {
  return (
    <ul className="panel headline-list">
      {proposals.map((proposal, index) => (
        <li key={proposal.id} data-selected={index === selected}>
          <Link
            data-row-link
            to="/p/$project/proposals/$proposal"
            params={{ project, proposal: proposal.id }}
          >
            {proposal.headline}
          </Link>
          <p className="muted">
            <ProposalStateLabel proposal={proposal} /> · from version {proposal.baseVersion} ·{" "}
            {proposal.attribution === "response"
              ? "baseline: blames the answering prompt ·  "
              : null}
            <Moment iso={proposal.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
