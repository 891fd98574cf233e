import type { Finding, FindingEvent } from "../../protocol/api/insights/findings.ts";
import { exactTime } from "../text/time.ts";
import { FindingStateLabel } from "./finding-state-label.tsx";

/** Lists all changes of a finding, oldest first. */
export function FindingHistory({ finding: { history, fixedAt } }: { finding: Finding }) {
  if (history.length === 0) return null;
  return (
    <section>
      <h2>What happened</h2>
      <ol className="finding-history">
        {history.map((event) => (
          <li key={`${event.at} ${event.kind} ${event.state}`}>
            <Change event={event} />{" "}
            <span className="muted">
              {authorOf(event)}, {exactTime(event.at)}
            </span>
            {event.note === "" ? null : <p>{event.note}</p>}
          </li>
        ))}
      </ol>
      {fixedAt ? (
        <p className="muted">
          A wrong answer given after {exactTime(fixedAt)} opens the finding again.
        </p>
      ) : null}
    </section>
  );
}

function Change({ event: { kind, state, subject } }: { event: FindingEvent }) {
  switch (kind) {
    case "state":
      return state === null ? null : <FindingStateLabel state={state} />;
    case "assignee":
      return <span>assigned to {subject ?? "nobody"}</span>;
    case "fix":
      return <span>{subject === null ? "fix removed" : `fix linked: ${subject}`}</span>;
    case "merged":
      return <span>merged into “{subject}”</span>;
    case "absorbed":
      return <span>“{subject}” merged into this finding</span>;
    case "separated":
      return <span>separated from “{subject}”</span>;
  }
}

function authorOf({ by, kind }: FindingEvent): string {
  if (by !== null) return `by ${by}`;
  return kind === "fix" ? "by an experiment" : "by a new wrong answer";
}
