/** Shows a proposal: its change of the prompt, the reason, and the wrong answers behind it. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Proposal } from "../../protocol/api/proposals.ts";
import { proposalQuery } from "../api/resources.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Headline } from "../components/text/headline.tsx";
import { TextDiff } from "../components/text/text-diff.tsx";
import { costOf } from "../text/cost.ts";
import { exactTime } from "../text/time.ts";
import { CaseReasons } from "./case-reasons.tsx";
import { Decision } from "./decision.tsx";
import { ProposalStateLabel } from "./proposal-state-label.tsx";
import "./proposals.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";

const route = getRouteApi("/p/$project/proposals/$proposal");

export function ProposalPage() {
  const { project, proposal } = route.useParams();
  const query = useQuery(proposalQuery(project, proposal));
  return (
    <LoadedPage query={query} project={project} list="Proposals" of="proposal">
      {(loaded) => <ProposalView key={loaded.id} project={project} proposal={loaded} />}
    </LoadedPage>
  );
}

function ProposalView({ project, proposal }: { project: string; proposal: Proposal }) {
  const { headline, baseVersion, baseText, text, acceptedText, createdAt, spent } = proposal;
  useTitle(headline);
  return (
    <article className="proposal">
      <header>
        <Crumbs project={project} list="Proposals">
          <CopyButton text={window.location.href} label="Copy link" />
        </Crumbs>
        <Headline text={headline} />
        <p className="muted">
          <ProposalStateLabel proposal={proposal} /> ·{" "}
          <Link to="/p/$project/prompts/$prompt" params={{ project, prompt: proposal.prompt }}>
            the prompt
          </Link>{" "}
          · made {exactTime(createdAt)} · the round cost {costOf(spent)}
        </p>
        {proposal.reason ? <p className="soft">Rejected, because: {proposal.reason}</p> : null}
      </header>
      <Decision project={project} proposal={proposal} />
      <section>
        <h2>
          Version {baseVersion} and {acceptedText === null ? "the proposal" : "what was accepted"}
        </h2>
        <div className="panel">
          <TextDiff before={baseText} after={acceptedText ?? text} />
        </div>
      </section>
      <Points project={project} proposal={proposal} />
      <CaseReasons
        project={project}
        title="Wrong answers of this round that no prompt could have prevented"
        suggestions={proposal.unfixable}
      />
    </article>
  );
}

function Points({ project, proposal }: { project: string; proposal: Proposal }) {
  if (proposal.points.length === 0) return null;
  return (
    <section>
      <h2>Suggested changes</h2>
      <ol className="points">
        {proposal.points.map(({ id, change, what }) => (
          <li key={id}>
            <p>
              <b>
                <ClampedText text={change} />
              </b>
            </p>
            {what ? <p className="soft">In the text: {what}</p> : null}
            <CaseReasons
              project={project}
              title="Wrong answers behind this proposal"
              suggestions={proposal.suggestions.filter(({ point }) => point === id)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
