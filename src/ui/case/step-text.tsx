import { useQuery } from "@tanstack/react-query";
import type { ChainStep } from "../../protocol/api/attribution.ts";
import { STATED_SHARE } from "../../protocol/thresholds.ts";
import { variableQuery } from "../api/resources.ts";
import { Loaded } from "../components/page/states.tsx";
import { VariableCard } from "../operation/variable-card.tsx";
import { VariableLink } from "../variable/variable-link.tsx";

interface StepTextProps {
  readonly project: string;
  readonly graph: string;
  readonly step: ChainStep;
}

/** Shows the text of a chain step, with marks on the details that the expected answer needs. */
export function StepText({ project, graph, step }: StepTextProps) {
  const query = useQuery(variableQuery(project, graph, step.variable));
  const stated = step.details
    .filter(({ carried }) => carried >= STATED_SHARE)
    .map(({ text }) => text);
  return (
    <div className="step-text">
      <p>
        <VariableLink {...{ project, graph }} variable={step.variable} limit={60} />
      </p>
      <ul className="step-details">
        {step.details.map(({ text, carried }) => (
          <li key={text} className={carried >= STATED_SHARE ? "good" : "bad"}>
            {carried >= STATED_SHARE ? "✓ states" : "✗ lacks"} “{text}”
          </li>
        ))}
      </ul>
      <Loaded query={query} what="The text of this step could not be loaded">
        {(variable) => (
          <VariableCard
            project={project}
            graph={graph}
            variable={variable}
            marks={{ kept: stated }}
            changesFirst
          />
        )}
      </Loaded>
    </div>
  );
}
