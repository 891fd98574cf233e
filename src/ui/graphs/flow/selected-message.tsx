import { useQuery } from "@tanstack/react-query";
import { variableQuery } from "../../api/resources.ts";
import { Loaded } from "../../components/page/states.tsx";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { MadeOf } from "../../variable/made-of/made-of.tsx";
import { VariableLink } from "../../variable/variable-link.tsx";

interface SelectedMessageProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: string;
  readonly onClose: () => void;
}

export function SelectedMessage({ project, graph, variable, onClose }: SelectedMessageProps) {
  const query = useQuery(variableQuery(project, graph, variable));
  return (
    <section className="selected-message" aria-label="The selected message">
      <header className="panel-header">
        <h2>
          <VariableLink project={project} graph={graph} variable={variable} />
        </h2>
        <span className="spacer" />
        <button type="button" className="button small" onClick={onClose}>
          Close
        </button>
      </header>
      <Loaded query={query} what="The message could not be loaded">
        {({ value, length }) => <ClampedText text={value} length={length} />}
      </Loaded>
      <MadeOf project={project} graph={graph} variable={variable} />
    </section>
  );
}
