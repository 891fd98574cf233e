import type { Finding } from "../../protocol/api/insights/findings.ts";

const SERVICES = { github: "GitHub", linear: "Linear" } as const;

/** Links to the finding's issues, which GitHub or Linear channels opened. */
export function FindingIssues({ finding: { issues } }: { finding: Finding }) {
  if (issues.length === 0) return null;
  return (
    <ul className="finding-issues">
      {issues.map(({ service, channel, key, url, state }) => (
        <li key={channel.id}>
          {SERVICES[service]} issue{" "}
          <a href={url} target="_blank" rel="noreferrer">
            {key}
          </a>{" "}
          <span className="muted">
            {state}, by the channel {channel.name}
          </span>
        </li>
      ))}
    </ul>
  );
}
