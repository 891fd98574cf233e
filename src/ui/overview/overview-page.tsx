/** Shows the most frequent errors, the operations that made them, and the trend. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Distribution } from "../../protocol/api/insights/distribution.ts";
import { SAMPLE_SYSTEM } from "../../protocol/sample/sample-data.ts";
import { distributionQuery } from "../api/resources.ts";
import { type CaseSearch, filterOf, toggled } from "../cases/case-search.ts";
import { FilterBar } from "../cases/filter-bar.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { Headline } from "../components/text/headline.tsx";
import { count, percent } from "../text/time.ts";
import { CorrectionNotice } from "./correction-notice.tsx";
import { LastReports } from "./last-reports.tsx";
import { GettingStarted } from "./start/getting-started.tsx";
import "./overview.css";
import { NothingMatches } from "../cases/nothing-matches.tsx";
import { PromptShares } from "./prompt-shares.tsx";
import { ShareList } from "./share-list.tsx";
import { SinceLastVisit } from "./since-last-visit.tsx";
import { SampleNotice } from "./start/sample-data.tsx";
import { TimeChart } from "./time-chart.tsx";
import { TypeLegend } from "./type-legend.tsx";

const route = getRouteApi("/p/$project/");

export function OverviewPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: CaseSearch) => navigate({ search: next });
  const query = useQuery({
    ...distributionQuery(project, search, () => filterOf(search, Date.now())),
    placeholderData: (before) => before,
  });
  useTitle("Overview");
  return (
    <>
      {query.isError ? <h1 className="visually-hidden">Overview</h1> : null}
      <Loaded
        query={query}
        what="The distribution could not be loaded"
        skeleton={<OverviewSkeleton />}
      >
        {(distribution) =>
          distribution.firstEventAt === null ? (
            <GettingStarted project={project} />
          ) : (
            <div className="overview" data-stale={query.isPlaceholderData}>
              <FilterBar search={search} onChange={change} />
              <SinceLastVisit project={project} />
              {distribution.bySystem.some(({ key }) => key === SAMPLE_SYSTEM) ? (
                <SampleNotice project={project} />
              ) : null}
              <CorrectionNotice correctedAt={distribution.correctedAt} />
              <Headline text={leadOf(distribution.headline)} />
              <Figures distribution={distribution} search={search} project={project} />
              {distribution.cases === 0 ? (
                <NothingMatches title="No wrong answers here" search={search} onChange={change} />
              ) : (
                <Charts distribution={distribution} search={search} onChange={change} />
              )}
              <LastReports project={project} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/**
 * Removes the part of the headline after the semicolon. The page shows the numbers of this part
 * below the headline.
 */
const leadOf = (headline: string) => headline.replace(/; .*\.$/s, ".");

interface ChartsProps {
  readonly distribution: Distribution;
  readonly search: CaseSearch;
  readonly onChange: (search: CaseSearch) => void;
}

function Charts({ distribution, search, onChange }: ChartsProps) {
  const toggle = (trait: "opName" | "system" | "sessionCategory") => (value: string) =>
    onChange(toggled(search, trait, value));
  return (
    <>
      <section className="panel time-panel">
        <TypeLegend
          byType={distribution.byType}
          selected={search.errorType}
          onToggle={(type) => onChange(toggled(search, "errorType", type))}
          selectedKind={search.subKind}
          onToggleKind={(kind) => onChange(toggled(search, "subKind", kind))}
          undecided={distribution.undecided}
          isUndecidedSelected={search.outcome === "undecided"}
          onToggleUndecided={() => onChange(toggled(search, "outcome", "undecided"))}
        />
        <TimeChart
          distribution={distribution}
          onRange={(from, to) => onChange({ ...search, period: undefined, from, to })}
        />
      </section>
      <div className="share-grid">
        <ShareList
          title="By operation"
          none="no operation at fault"
          shares={distribution.byOperation}
          selected={search.opName}
          onToggle={toggle("opName")}
        />
        <ShareList
          title="By memory system"
          none="system not named"
          shares={distribution.bySystem}
          selected={search.system}
          onToggle={toggle("system")}
        />
        <ShareList
          title="By session category"
          none="category not named"
          shares={distribution.bySessionCategory}
          selected={search.sessionCategory}
          onToggle={toggle("sessionCategory")}
        />
        <PromptShares shares={distribution.byPromptVersion} search={search} onChange={onChange} />
      </div>
    </>
  );
}

interface FiguresProps {
  readonly distribution: Distribution;
  readonly search: CaseSearch;
  readonly project: string;
}

function Figures({ distribution, search, project }: FiguresProps) {
  const { cases, right, attributed, undecided, waiting, failed, labelled, agreeing } = distribution;
  const link = (of: Pick<CaseSearch, "state" | "outcome"> = {}) => ({
    to: "/p/$project/cases" as const,
    params: { project },
    search: { ...search, ...of },
  });
  return (
    <ul className="figures">
      <li>
        <Link {...link()}>
          <b>{count(cases)}</b> {cases === 1 ? "wrong answer" : "wrong answers"}
        </Link>
      </li>
      {right !== null && right > 0 ? (
        <li>
          <Link {...link()} search={{ ...search, judged: "all" }}>
            <b>{percent(cases / (cases + right))}</b> of {count(cases + right)} judged answers
          </Link>
        </li>
      ) : null}
      <li>
        <Link {...link({ outcome: "attributed" })}>
          <b>{count(attributed)}</b> attributed
        </Link>
      </li>
      {undecided > 0 ? (
        <li>
          <Link {...link({ outcome: "undecided" })}>
            <b>{count(undecided)}</b> undecided
          </Link>
        </li>
      ) : null}
      {waiting > 0 ? (
        <li className="live">
          <b>{count(waiting)}</b> being attributed
        </li>
      ) : null}
      {failed > 0 ? (
        <li>
          <Link {...link({ state: "failed" })}>
            <b>{count(failed)}</b> could not be attributed
          </Link>
        </li>
      ) : null}
      <li title={`${agreeing} of ${labelled} labelled cases`}>
        {labelled > 0 ? (
          <>
            <b>{percent(agreeing / labelled)}</b> agreement with {count(labelled)}{" "}
            {labelled === 1 ? "label" : "labels"}
          </>
        ) : (
          <span className="muted">no label counts yet</span>
        )}
      </li>
    </ul>
  );
}

function OverviewSkeleton() {
  return (
    <div className="overview">
      <Skeleton rows={1} height={28} />
      <Skeleton rows={2} height={24} />
      <div className="panel">
        <Skeleton rows={1} height={200} />
      </div>
      <div className="share-grid">
        {["operation", "system", "session"].map((name) => (
          <div className="panel" key={name}>
            <Skeleton rows={5} />
          </div>
        ))}
      </div>
    </div>
  );
}
