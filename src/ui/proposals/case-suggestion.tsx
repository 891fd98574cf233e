import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Suggestion } from "../../protocol/api/proposals.ts";
import { suggestionOfCaseQuery } from "../api/resources.ts";
import { ClampedText } from "../components/text/clamped-text.tsx";

/**
 * Shows the optimiser's latest suggestion for the case. Hidden if there is none, or if it is
 * outdated.
 */
export function CaseSuggestion({ project, id }: { project: string; id: string }) {
  const query = useQuery(suggestionOfCaseQuery(project, id));
  const suggestion = query.data?.items[0];
  if (suggestion === undefined || suggestion.outcome === "outdated") return null;
  return (
    <section className="panel" aria-label="Suggested prompt change">
      <header className="panel-header">
        <h2>Suggested prompt change</h2>
      </header>
      <Said project={project} suggestion={suggestion} />
      <p className="soft">
        <ClampedText text={suggestion.why} limit={500} />
      </p>
    </section>
  );
}

function Said({ project, suggestion }: { project: string; suggestion: Suggestion }) {
  const { outcome, change, prompt, proposal } = suggestion;
  if (outcome === "unfixable")
    return <p>The model found no prompt change that would have prevented this wrong answer:</p>;
  if (outcome === "failed") return <p>There is no usable suggestion:</p>;
  return (
    <p>
      In the prompt <code>{prompt}</code>: <b>{change}</b>{" "}
      {proposal === null ? null : (
        <Link to="/p/$project/proposals/$proposal" params={{ project, proposal }}>
          See the proposal
        </Link>
      )}
    </p>
  );
}
