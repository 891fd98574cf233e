import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OperationView } from "../../protocol/api/api.ts";
import type { Attribution, ChainStep } from "../../protocol/api/attribution.ts";
import { STATED_SHARE } from "../../protocol/thresholds.ts";
import { operationQuery, variableQuery } from "../api/resources.ts";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { OperationInside } from "../operation/operation-inside.tsx";
import type { Marks } from "../text/mark-words.ts";

interface DecisiveOperationProps {
  readonly project: string;
  readonly graph: string;
  readonly op: string;
  readonly attribution: Attribution;
  readonly variable: string | undefined;
  readonly onVariable: (variable: string) => void;
  readonly onBack: () => void;
}

/** With these error types, the operation may have missed a value that it should have read. */
const MAY_MISS: ReadonlySet<Attribution["errorType"]> = new Set([
  ...(["ExtractionError", "RetrievalError"] as const),
]);

/** Shows the inputs and outputs of the decisive operation, or of another selected operation. */
export function DecisiveOperation(props: DecisiveOperationProps) {
  const { project, graph, op, attribution } = props;
  const focus = useMemo(() => focusOf(attribution), [attribution]);
  const first = useMemo(() => firstOf(attribution, focus), [attribution, focus]);
  const query = useQuery(operationQuery(project, graph, op, first));
  const decisive = op === attribution.op;
  const marks = useMemo(() => marksOf(attribution), [attribution]);
  const carrier = useMemo(() => lastCarrier(attribution), [attribution]);
  const unread =
    decisive &&
    carrier !== null &&
    MAY_MISS.has(attribution.errorType) &&
    query.data !== undefined &&
    !isRead(query.data, carrier);
  const missed = useQuery({
    ...variableQuery(project, graph, carrier ?? ""),
    enabled: unread,
  });
  return (
    <section className="decisive" id="operation">
      <header className="panel-header">
        <h2>{titleOf(attribution, op)}</h2>
        {decisive ? null : (
          <button type="button" className="link-button" onClick={props.onBack}>
            {attribution.op === null ? "Close" : "Back to the decisive operation"}
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
            missed={unread ? missed.data : undefined}
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

function titleOf(attribution: Attribution, op: string): string {
  if (op === attribution.op) return "The decisive operation";
  return attribution.outcome === "undecided" ? "A suspected operation" : "Another operation";
}

/** An undecided verdict has no chain. */
function chainOf(attribution: Attribution): readonly ChainStep[] {
  return attribution.outcome === "attributed" ? attribution.chain : [];
}

/**
 * Looks at the variables before the decisive step. Returns the last one with more of the needed
 * information than the decisive step has.
 */
function lastCarrier(attribution: Attribution): string | null {
  const chain = chainOf(attribution);
  const fault = chain.findIndex((step) => step.decisive);
  const left = chain[fault]?.carried ?? 0;
  const before = chain.slice(0, Math.max(0, fault)).findLast((step) => step.carried > left);
  return before?.variable ?? null;
}

const isRead = ({ variables }: OperationView, variable: string) =>
  variables.some(({ id }) => id === variable);

/** Marks the details that the decisive operation lost, and those that it kept. */
function marksOf(attribution: Attribution): Marks {
  const { details } = attribution;
  const lost = attribution.outcome === "attributed" ? attribution.lost : [];
  const left = chainOf(attribution).find((step) => step.decisive)?.details ?? [];
  const isLost = (text: string) => left.some((d) => d.text === text && d.carried < STATED_SHARE);
  const texts = details.map(({ text }) => text);
  return {
    lost: [...lost, ...texts.filter(isLost)],
    kept: texts.filter((text) => !isLost(text)),
  };
}

/**
 * The ids that `firstOf` returns are part of a URL. `MAX_FIRST_CHARS` limits their total length,
 * because some servers refuse long URLs. `MAX_FIRST` limits their number. The service would refuse
 * more than 100.
 */
const MAX_FIRST_CHARS = 4_000;
const MAX_FIRST = 50;

/**
 * Returns ids of variables and links that the verdict names. If an operation is large, the service
 * returns only a part of it. This part must contain these variables and links.
 */
function firstOf(attribution: Attribution, focus: ReadonlySet<string>): string[] {
  const { link } = attribution;
  const decisive = chainOf(attribution).find((step) => step.decisive)?.variable;
  const nearest = [link ?? [], lastCarrier(attribution) ?? [], decisive ?? []].flat();
  const all = [...new Set([...nearest, ...focus])];
  let left = MAX_FIRST_CHARS;
  return all.slice(0, MAX_FIRST).filter((id) => {
    left -= encodeURIComponent(id).length;
    return left >= 0;
  });
}

/** Returns ids of variables to show before others, because the verdict names them. */
const focusOf = (attribution: Attribution): ReadonlySet<string> =>
  new Set([...chainOf(attribution).map(({ variable }) => variable), ...attribution.evidence]);
