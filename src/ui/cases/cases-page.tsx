import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CaseCount } from "../../protocol/api/api.ts";
import { AnswersView } from "../answers/answers-view.tsx";
import { JudgedChoice } from "../answers/judged-choice.tsx";
import { useMay } from "../api/may.ts";
import { caseCountQuery, casesQuery } from "../api/resources.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { Empty, Loaded, Skeleton } from "../components/page/states.tsx";
import { AddToQueue } from "../queues/change/add-to-queue.tsx";
import { NewReport } from "../reports/new-report.tsx";
import { wrongAnswers } from "../text/time.ts";
import { type CaseSearch, filterOf, periodOf } from "./case-search.ts";
import { CaseTable } from "./case-table.tsx";
import "./cases.css";
import { SavedViews } from "../sharing/saved-views.tsx";
import { ExportCases } from "./export-cases.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { NothingMatches } from "./nothing-matches.tsx";
import { SearchField } from "./search-field.tsx";

const route = getRouteApi("/p/$project/cases");

export function CasesPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay(project, "write");
  const change = (next: CaseSearch) => navigate({ search: next });
  const query = useInfiniteQuery({
    ...casesQuery(project, search, () => filterOf(search, Date.now())),
    placeholderData: (before) => before,
    enabled: search.judged === undefined,
  });
  const counted = useQuery({
    ...caseCountQuery(project, search, () => filterOf(search, Date.now())),
    placeholderData: (before) => before,
    enabled: search.judged === undefined,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  useTitle("Cases");
  return (
    <div className="cases-page">
      <header className="page-header">
        <h1>Cases</h1>
        <span className="muted" role="status">
          {counted.data && search.judged === undefined ? countOf(counted.data) : ""}
        </span>
        <div className="actions">
          <SearchField
            value={search.search ?? ""}
            onChange={(words) => change({ ...search, search: words === "" ? undefined : words })}
          />
          <SavedViews project={project} search={search} onChoose={change} />
          {search.judged === undefined && mayWrite ? (
            <AddToQueue project={project} of={() => filterOf(search, Date.now())} />
          ) : null}
          {search.judged === undefined && mayWrite ? (
            <NewReport project={project} search={search} label="Report on these cases" />
          ) : null}
          {search.judged === undefined ? <ExportCases project={project} search={search} /> : null}
        </div>
      </header>
      <div className="filters">
        <JudgedChoice search={search} onChange={change} />
        <FilterBar search={search} onChange={change} />
        {search.judged === undefined ? (
          <FilterMenu search={search} rows={rows} onChange={change} />
        ) : null}
      </div>
      {search.judged === undefined ? (
        <Loaded
          query={query}
          what="The cases could not be loaded"
          skeleton={<Skeleton rows={12} height={24} />}
        >
          {() =>
            rows.length === 0 ? (
              <NoCases search={search} onChange={change} project={project} />
            ) : (
              <CaseTable
                project={project}
                rows={rows}
                more={query.hasNextPage && !query.isFetchingNextPage}
                onMore={() => query.fetchNextPage()}
              />
            )
          }
        </Loaded>
      ) : (
        <AnswersView project={project} search={search} judged={search.judged} onChange={change} />
      )}
    </div>
  );
}

interface NoCasesProps {
  readonly search: CaseSearch;
  readonly project: string;
  readonly onChange: (search: CaseSearch) => void;
}

function NoCases({ search, project, onChange }: NoCasesProps) {
  const all = periodOf(search) === "all" && Object.values(search).filter(Boolean).length <= 1;
  if (all) {
    return (
      <Empty title="No wrong answers yet">
        <p>
          A case opens when your agent reports a failing verdict, or when the graph contains a judge
          that calls an answer wrong. Your program can also open a case over the API.
        </p>
        <p>
          <Link to="/p/$project" params={{ project }} className="button">
            See how to send events
          </Link>
        </p>
        <p>
          <a href="/docs/production">How wrong answers are found in production</a>
        </p>
      </Empty>
    );
  }
  return <NothingMatches title="No case matches" search={search} onChange={onChange} />;
}

function countOf({ cases, isMore }: CaseCount): string {
  return isMore ? `more than ${wrongAnswers(cases)}` : wrongAnswers(cases);
}
