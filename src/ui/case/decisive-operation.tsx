import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Attribution } from "../../protocol/attribution.ts";
import { operationQuery } from "../api/resources.ts";
import { Loaded, Skeleton } from "../components/states.tsx";
import { OperationInside } from "../operation/operation-inside.tsx";

interface DecisiveOperationProps {
  readonly project: string;
  readonly graph: string;
  readonly op: string;
  readonly attribution: Attribution;
  readonly variable: string | undefined;
  readonly onVariable: (variable: string) => void;
  readonly onBack: () => void;
}

/** What went into the decisive operation and what came out; or into another one that was chosen. */
export function DecisiveOperation(props: DecisiveOperationProps) {
  const { project, graph, op, attribution } = props;
  const query = useQuery(operationQuery(project, graph, op));
  const decisive = op === attribution.op;
  const focus = useMemo(() => focusOf(attribution), [attribution]);
  const marks = useMemo(
    () => ({ lost: attribution.lost, kept: attribution.details.map(({ text }) => text) }),
    [attribution],
  );
  return (
    <section className="decisive" id="operation">
      <header className="panel-header">
        <h2>{decisive ? "The decisive operation" : "Another operation"}</h2>
        {decisive || attribution.op === null ? null : (
          <button type="button" className="link-button" onClick={props.onBack}>
            Back to the decisive one
          </button>
        )}
      </header>
      <Loaded
        query={query}
        what="The operation could not be loaded"
        skeleton={<Skeleton rows={6} height={24} />}
      >
        {(operation) => (
          <OperationInside
            project={project}
            graph={graph}
            operation={operation}
            errorType={decisive ? attribution.errorType : null}
            link={attribution.link}
            focus={focus}
            marks={marks}
            selected={props.variable}
            onSelect={props.onVariable}
          />
        )}
      </Loaded>
    </section>
  );
}

/** Variables that the verdict speaks of come first. */
const focusOf = ({ chain, evidence }: Attribution): ReadonlySet<string> =>
  new Set([...chain.map(({ variable }) => variable), ...evidence]);
