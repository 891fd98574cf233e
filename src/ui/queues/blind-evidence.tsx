/**
 * Shows the evidence messages of a case, and the memory units that were made from them. The verdict
 * is hidden, so that it does not influence the person who labels the case.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Case } from "../../protocol/api/api.ts";
import { variableQuery } from "../api/resources.ts";
import { Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count } from "../text/time.ts";
import { MadeOf } from "../variable/made-of/made-of.tsx";
import { VariableLink } from "../variable/variable-link.tsx";

/** Maximum number of evidence messages to show. The page loads each one separately. */
export const MAX_EVIDENCE_SHOWN = 5;

export function BlindEvidence({ project, item }: { project: string; item: Case }) {
  const { graph, evidence } = item;
  const shown = evidence.slice(0, MAX_EVIDENCE_SHOWN);
  const rest = evidence.slice(MAX_EVIDENCE_SHOWN);
  if (shown.length === 0) {
    return (
      <section className="panel">
        <h2>Evidence</h2>
        <p>
          The case names no evidence.{" "}
          <Link
            to="/p/$project/graphs/$graph"
            params={{ project, graph }}
            search={{ view: "search" }}
          >
            Search the graph
          </Link>{" "}
          for the messages that contain the answer.
        </p>
      </section>
    );
  }
  return (
    <section className="panel">
      <h2>Evidence, and values made from it</h2>
      {shown.map((variable) => (
        <Message key={variable} {...{ project, graph, variable }} />
      ))}
      {rest.length > 0 ? (
        <details className="queue-evidence">
          <summary>
            {rest.length === 1 ? "1 more message" : `${count(rest.length)} more messages`}
          </summary>
          <ul>
            {rest.map((variable) => (
              <li key={variable}>
                <VariableLink project={project} graph={graph} variable={variable} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Message(props: { project: string; graph: string; variable: string }) {
  const { project, graph, variable } = props;
  const query = useQuery(variableQuery(project, graph, variable));
  return (
    <div className="queue-evidence">
      <p>
        <VariableLink project={project} graph={graph} variable={variable} />
      </p>
      <Loaded query={query} what="The message could not be loaded">
        {(found) => <ClampedText text={found.value} length={found.length} limit={900} />}
      </Loaded>
      <MadeOf project={project} graph={graph} variable={variable} />
    </div>
  );
}
