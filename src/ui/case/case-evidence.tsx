/** Shows the evidence for the verdict: chain, decisive operation and other suspects. */
import type { Case } from "../../protocol/api/api.ts";
import type { Attribution } from "../../protocol/api/attribution.ts";
import { CarriedChain } from "./carried-chain.tsx";
import type { CasePageSearch } from "./case-search.ts";
import { DecisiveOperation } from "./decisive-operation.tsx";
import { RunnersUp } from "./runners-up.tsx";
import { AnswerSourcePanel } from "./source/answer-source-panel.tsx";

interface CaseEvidenceProps {
  readonly project: string;
  readonly item: Case;
  readonly attribution: Attribution;
  /** URL parameters: which parts of the page are open. */
  readonly search: CasePageSearch;
  readonly onSearch: (search: CasePageSearch, how?: { readonly replace: boolean }) => void;
}

export function CaseEvidence(props: CaseEvidenceProps) {
  const { project, item, attribution, search, onSearch } = props;
  const op = search.op ?? attribution.op;
  return (
    <>
      {attribution.outcome === "attributed" ? (
        <CarriedChain
          project={project}
          graph={item.graph}
          attribution={attribution}
          selected={search.step}
          onSelect={(step) => onSearch({ ...search, step })}
        />
      ) : null}
      {op === null ? null : (
        <DecisiveOperation
          project={project}
          graph={item.graph}
          op={op}
          attribution={attribution}
          variable={search.variable}
          onVariable={(variable) => onSearch({ ...search, variable }, { replace: true })}
          onBack={() => onSearch({ step: search.step })}
        />
      )}
      {attribution.source === undefined ? null : (
        <AnswerSourcePanel
          source={attribution.source}
          shown={search.op}
          onShow={(step) => onSearch({ step: search.step, op: step })}
        />
      )}
      <RunnersUp
        project={project}
        graph={item.graph}
        isDecided={attribution.outcome === "attributed"}
        suspects={attribution.suspects}
        shown={search.op}
        onShow={(suspect) => onSearch({ step: search.step, op: suspect })}
      />
    </>
  );
}
