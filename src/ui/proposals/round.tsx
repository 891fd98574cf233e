/** Shows a round's progress, or why the round made no proposal. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Job } from "../../protocol/api/jobs.ts";
import {
  isWaiting,
  jobQuery,
  latestRoundQuery,
  proposalsQuery,
  suggestionsQuery,
} from "../api/resources.ts";
import { Loaded } from "../components/page/states.tsx";
import { costOf } from "../text/cost.ts";
import { count, exactTime } from "../text/time.ts";
import { CaseReasons } from "./case-reasons.tsx";

interface RoundProps {
  readonly project: string;
  readonly round: string;
}

export function Round({ project, round }: RoundProps) {
  const query = useQuery(jobQuery(project, round));
  const client = useQueryClient();
  const state = query.data?.state;
  useEffect(() => {
    if (state === "done" || state === "failed") {
      for (const { queryKey } of [proposalsQuery(project), latestRoundQuery(project)])
        void client.invalidateQueries({ queryKey });
    }
  }, [client, project, state]);
  return (
    <Loaded query={query} what="The round could not be loaded">
      {(job) => (
        <section className="panel round" aria-label="Look for better prompts" aria-live="polite">
          <p>
            {saying(job)} <span className="muted">{exactTime(job.createdAt)}</span>
          </p>
          {isWaiting(job.state) && job.total > 0 ? (
            <progress aria-label="Steps done" value={job.done} max={job.total} />
          ) : null}
          {job.spent.calls > 0 ? <p className="muted">{costOf(job.spent)}</p> : null}
          {job.result ? (
            <p>
              <Link to="/p/$project/proposals/$proposal" params={{ project, proposal: job.result }}>
                See the proposal
              </Link>
            </p>
          ) : null}
          {!isWaiting(job.state) && job.result === null ? (
            <WhyNone project={project} round={round} />
          ) : null}
        </section>
      )}
    </Loaded>
  );
}

function saying({ state, failure, done, total, result, note }: Job): string {
  if (state === "failed") return `The round failed: ${failure ?? "the reason is unknown"}`;
  if (state === "done") {
    if (result) return "The round has ended with a proposal.";
    return note ?? "The round has ended without a proposal.";
  }
  if (failure) return `The round waits: ${failure}`;
  return total > 0
    ? `Looking at wrong answers, step ${count(done + 1)} of ${count(total)}…`
    : "The round begins…";
}

const MEANING = {
  suggested: "A change was suggested",
  unfixable: "No prompt could have prevented the error",
  outdated: "Answered with a version that is not active",
  failed: "No usable suggestion",
} as const;

function WhyNone({ project, round }: RoundProps) {
  const query = useQuery(suggestionsQuery(project, round));
  return (
    <Loaded query={query} what="The results of the cases could not be loaded">
      {({ items }) =>
        Object.entries(MEANING).map(([outcome, title]) => (
          <CaseReasons
            key={outcome}
            project={project}
            title={title}
            suggestions={items.filter((item) => item.outcome === outcome)}
          />
        ))
      }
    </Loaded>
  );
}
