import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Case } from "../../../protocol/api/api.ts";
import { CaseResult } from "../../cases/case-result.tsx";
import { Confidence } from "../../cases/case-row.tsx";
import { Crumbs } from "../../components/page/crumbs.tsx";
import { Answers } from "../../components/text/answers.tsx";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { Id } from "../../components/text/id.tsx";
import { Moment } from "../../components/text/moment.tsx";
import { ProofWord } from "../../replay/proof-word.tsx";
import { ShareButton } from "../../sharing/share-button.tsx";
import { VariableLink } from "../../variable/variable-link.tsx";
import { NeighbourCases } from "./neighbour-cases.tsx";

const ORIGIN_WORDS = {
  verdict: "failing verdict",
  judge: "judge in the graph",
  api: "opened over the API",
  import: "imported",
  correction: "corrected by the user",
  model: "judged by the project's model",
} as const;

interface CaseHeaderProps {
  readonly project: string;
  readonly item: Case;
  /** Shown above the question. If undefined, the page shows a link to the list of cases. */
  readonly crumbs?: ReactNode;
  /** Shown in place of the verdict. */
  readonly instead?: ReactNode;
}

/**
 * Shows the question, the verdict, facts about the answer, the expected answer and the given
 * answer.
 */
export function CaseHeader({ project, item, crumbs, instead }: CaseHeaderProps) {
  return (
    <header className="case-header">
      {crumbs ?? (
        <Crumbs project={project} list="Cases" here={<Id id={item.id} />}>
          <NeighbourCases project={project} id={item.id} />
          <ShareButton project={project} of={{ kind: "case", target: item.id }} />
        </Crumbs>
      )}
      <div className="case-title">
        <h1>
          <ClampedText text={item.query} limit={280} />
        </h1>
        <div className="case-type">{instead ?? <Result item={item} />}</div>
      </div>
      <Facts project={project} item={item} />
      <Answers item={item} />
    </header>
  );
}

function Result({ item }: { item: Case }) {
  return (
    <>
      <CaseResult item={item} full />
      {item.confidence === null ? null : <Confidence value={item.confidence} />}
      {item.proof ? <ProofWord proof={item.proof} /> : null}
    </>
  );
}

function Facts({ project, item }: { project: string; item: Case }) {
  return (
    <ul className="case-facts">
      <li>
        <Moment iso={item.occurredAt} />
      </li>
      <li>{ORIGIN_WORDS[item.origin]}</li>
      {item.system ? (
        <li>
          <Link to="/p/$project/cases" params={{ project }} search={{ system: item.system }}>
            {item.system}
          </Link>
        </li>
      ) : null}
      {item.sessionCategory ? <li>{item.sessionCategory}</li> : null}
      <li>
        graph{" "}
        <Link to="/p/$project/graphs/$graph" params={{ project, graph: item.graph }}>
          {item.graph}
        </Link>
      </li>
      <li>
        <Link
          to="/p/$project/graphs/$graph"
          params={{ project, graph: item.graph }}
          search={momentOf(item)}
        >
          at this moment
        </Link>
      </li>
      <li>
        <Link
          to="/p/$project/graphs/$graph/ledger"
          params={{ project, graph: item.graph }}
          search={{ sort: "wrong" }}
        >
          memory ledger
        </Link>
      </li>
      {item.evidence.slice(0, EVIDENCE_SHOWN).map((variable) => (
        <li key={variable}>
          evidence <VariableLink project={project} graph={item.graph} variable={variable} />
        </li>
      ))}
    </ul>
  );
}

const EVIDENCE_SHOWN = 8;
/** The flow shows this many milliseconds before and after the wrong answer. */
const MOMENT_MS = 3_600_000;

/** Returns URL parameters for the graph's flow around the time of the wrong answer. */
function momentOf({ occurredAt, queryId }: Case) {
  const at = Date.parse(occurredAt);
  if (Number.isNaN(at)) return {};
  const range = {
    from: new Date(at - MOMENT_MS).toISOString(),
    to: new Date(at + MOMENT_MS).toISOString(),
  };
  return queryId === null ? range : { ...range, variable: queryId };
}
