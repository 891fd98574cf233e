/** Explains a wrong answer: the verdict, then its evidence. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Case } from "../../protocol/api/api.ts";
import type { Attribution } from "../../protocol/api/attribution.ts";
import { caseQuery, isWaiting } from "../api/resources.ts";
import { Comments } from "../comments/comments.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Skeleton } from "../components/page/states.tsx";
import { CasePrompts } from "../prompts/case-prompts.tsx";
import { CaseSuggestion } from "../proposals/case-suggestion.tsx";
import { Replays } from "../replay/replays.tsx";
import { firstLine } from "../text/shorten.ts";
import "./case.css";
import { CaseEvidence } from "./case-evidence.tsx";
import { CaseHeader } from "./header/case-header.tsx";
import { InferredAnswers } from "./inferred/inferred-answers.tsx";
import { operationNames } from "./labels/label-choices.ts";
import { LabelPanel } from "./labels/label-panel.tsx";
import { OperationNames } from "./labels/operation-names.ts";
import { Rerun } from "./rerun.tsx";
import { SimilarCases } from "./similar-cases.tsx";
import { TranscriptPanel } from "./transcript/transcript-panel.tsx";
import { NotAttributed, Verdict } from "./verdict.tsx";

const route = getRouteApi("/p/$project/cases/$case");

export function CasePage() {
  const { project, case: id } = route.useParams();
  const query = useQuery(caseQuery(project, id));
  return (
    <LoadedPage query={query} project={project} list="Cases" of="case" skeleton={<CaseSkeleton />}>
      {(item) => <CaseView key={item.id} project={project} item={item} />}
    </LoadedPage>
  );
}

function CaseView({ project, item }: { project: string; item: Case }) {
  useTitle(firstLine(item.query, 60));
  const { attribution } = item;
  return (
    <article className="case">
      <CaseHeader project={project} item={item} />
      {isWaiting(item.state) || attribution === null ? (
        <NotAttributed item={item} />
      ) : (
        <Verdict attribution={attribution} />
      )}
      <InferredAnswers {...{ project, item }} />
      {attribution ? <Evidence project={project} item={item} attribution={attribution} /> : null}
      {attribution?.decidedBy ? <TranscriptPanel project={project} item={item} /> : null}
      {attribution ? <CasePrompts project={project} id={item.id} /> : null}
      {attribution ? <Proof project={project} item={item} /> : null}
      {attribution ? <CaseSuggestion project={project} id={item.id} /> : null}
      {attribution ? (
        <OperationNames value={operationNames(attribution)}>
          <LabelPanel project={project} item={item} attribution={attribution}>
            <Rerun project={project} item={item} />
          </LabelPanel>
        </OperationNames>
      ) : (
        <div className="case-footer">
          <Rerun project={project} item={item} />
        </div>
      )}
      <Comments project={project} place={{ case: item.id }} />
      <SimilarCases project={project} id={item.id} />
    </article>
  );
}

interface EvidenceProps {
  readonly project: string;
  readonly item: Case;
  readonly attribution: Attribution;
}

function Evidence({ project, item, attribution }: EvidenceProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <CaseEvidence
      {...{ project, item, attribution, search }}
      onSearch={(next, how) => navigate({ search: next, resetScroll: false, ...how })}
    />
  );
}

function Proof({ project, item }: { project: string; item: Case }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Replays
      project={project}
      item={item}
      shown={search.replay}
      onShow={(replay) => navigate({ search: { ...search, replay }, resetScroll: false })}
    />
  );
}

function CaseSkeleton() {
  return (
    <div className="case">
      <Skeleton rows={1} height={32} />
      <Skeleton rows={2} height={20} />
      <div className="panel">
        <Skeleton rows={1} height={64} />
      </div>
      <div className="panel">
        <Skeleton rows={1} height={140} />
      </div>
      <div className="panel">
        <Skeleton rows={6} />
      </div>
    </div>
  );
}
