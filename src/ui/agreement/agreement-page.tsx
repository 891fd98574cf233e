/** Shows how often people agree with each other and with the tracer, and lists disagreements. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Agreement } from "../../protocol/api/annotation/agreement.ts";
import { agreementQuery } from "../api/labels.ts";
import { namesOf } from "../case/labels/label-line.tsx";
import { type CaseSearch, filterOf } from "../cases/case-search.ts";
import { FilterBar } from "../cases/filter-bar.tsx";
import { FilterMenu } from "../cases/filter-menu.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { count, percent } from "../text/time.ts";
import "../cases/cases.css";
import "./agreement.css";
import type { AgreementSearch } from "./agreement-search.ts";
import { AgreementTable } from "./agreement-table.tsx";
import { Disagreements } from "./disagreements.tsx";

const route = getRouteApi("/p/$project/agreement");

export function AgreementPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { between, ...filters } = search;
  const change = (next: CaseSearch) => navigate({ search: { ...next, between } });
  const filter = () => filterOf(filters, Date.now());
  const query = useQuery({
    ...agreementQuery(project, filters, filter),
    placeholderData: (before) => before,
  });
  return (
    <>
      <PageHeader title="Agreement" />
      <div className="filters">
        <FilterBar search={filters} onChange={change} />
        <FilterMenu search={filters} rows={[]} onChange={change} />
      </div>
      <Loaded query={query} what="The agreement could not be loaded">
        {(agreement) =>
          agreement.cases === 0 ? (
            <NoLabels search={search} onChange={change} />
          ) : (
            <div className="agreement-view">
              <Headline agreement={agreement} />
              <AgreementTable project={project} agreement={agreement} search={search} />
              <Disagreements
                {...{ project, name: filters, filter, between: between ?? "people" }}
                onChange={(next) =>
                  navigate({ search: { ...search, between: next }, resetScroll: false })
                }
              />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Says how often two people agree. Shows only the pair of people with the most cases in common. */
function Headline({ agreement: { cases, people, isCut } }: { agreement: Agreement }) {
  const [pair] = people;
  const labelled = `${count(cases)} labelled case${cases === 1 ? "" : "s"}`;
  return (
    <>
      <p className="headline">
        {pair
          ? `${namesOf(pair.first, pair.second)} name the same error type on ${percent(pair.type.share)} of ${count(pair.cases)} ${pair.cases === 1 ? "case" : "cases"}, and the same operation on ${percent(pair.op.share)}.`
          : cases === 1
            ? "1 labelled case, labelled by one person."
            : `${labelled}, none of them labelled by two people.`}
      </p>
      <p className="muted">
        {pair ? `${labelled} ${cases === 1 ? "matches" : "match"}. ` : ""}κ measures the agreement
        beyond chance: 1 means full agreement, 0 means only as much agreement as by chance.
        {isCut
          ? " Only the newest labels were compared. Choose a shorter period to compare all labels in it."
          : ""}
      </p>
    </>
  );
}

interface NoLabelsProps {
  readonly search: AgreementSearch;
  readonly onChange: (search: CaseSearch) => void;
}

function NoLabels({ search, onChange }: NoLabelsProps) {
  return (
    <Empty title="No labelled case matches">
      <p>
        Open a case and say whether its verdict is right. When two people have labelled the same
        cases, this page shows how often they agree.
      </p>
      {search.period === "all" && Object.values(search).filter(Boolean).length === 1 ? null : (
        <p>
          <button type="button" className="button" onClick={() => onChange({ period: "all" })}>
            Clear the filters and show all time
          </button>
        </p>
      )}
    </Empty>
  );
}
