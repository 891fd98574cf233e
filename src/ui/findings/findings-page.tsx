/**
 * Lists findings, which are clusters of similar cases, and the latest shifts in the mix of error
 * types.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { FindingSummary } from "../../protocol/api/insights/findings.ts";
import { signedInQuery } from "../api/people.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { useListKeys } from "../shell/keyboard.ts";
import { count } from "../text/time.ts";
import { FindingFilters } from "./finding-filters.tsx";
import { type FindingSearch, findingsShown, parseFindingSearch } from "./finding-search.ts";
import { FindingStateLabel } from "./finding-state-label.tsx";
import { findingsQuery, shiftsQuery } from "./findings-api.ts";
import { Trend } from "./trend.tsx";
import "./findings.css";
import { WideTable } from "../components/page/wide-table.tsx";

const route = getRouteApi("/p/$project/findings");

export function FindingsPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changed: Partial<Record<keyof FindingSearch, unknown>>) =>
    navigate({
      to: "/p/$project/findings",
      params: { project },
      search: parseFindingSearch({ ...search, ...changed }),
      replace: true,
    });
  const query = useQuery(findingsQuery(project));
  const me = useQuery(signedInQuery).data?.user.id;
  const findings = findingsShown(query.data?.items ?? [], search, me);
  const selected = useListKeys(findings, ({ id }) =>
    navigate({ to: "/p/$project/findings/$finding", params: { project, finding: id } }),
  );
  return (
    <>
      <PageHeader title="Findings" />
      <LatestShifts project={project} />
      <Loaded query={query} what="The findings could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No finding yet">
              <p>
                Wrong answers with the same error at the same operation form one finding. You
                acknowledge the finding, fix the error, and see whether the error comes back.
              </p>
              <p>
                <a href="/docs/reports#findings">How findings are made</a>
              </p>
            </Empty>
          ) : (
            <>
              <FindingFilters search={search} assignees={assigneesOf(items)} onChange={change} />
              {findings.length === 0 ? (
                <Empty title="No finding matches">
                  <button type="button" className="button" onClick={() => change(NO_FILTER)}>
                    Clear the filters
                  </button>
                </Empty>
              ) : (
                <FindingTable project={project} findings={findings} selected={selected} />
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}

const NO_FILTER = { q: undefined, state: undefined, errorType: undefined, assignee: undefined };

/** Returns each assignee once, sorted by name. */
function assigneesOf(findings: readonly FindingSummary[]) {
  const people = findings.flatMap(({ assignee }) => assignee ?? []);
  return [...new Map(people.map((person) => [person.id, person])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

interface FindingTableProps {
  readonly project: string;
  readonly findings: readonly FindingSummary[];
  /** Index of the finding that the keyboard selected. */
  readonly selected: number;
}

function FindingTable({ project, findings, selected }: FindingTableProps) {
  return (
    <WideTable
      className="finding-table"
      columns={[
        "Finding",
        "Kind",
        "Memory system",
        "State",
        "Assignee",
        { figure: "Cases" },
        "12 weeks",
        "Last seen",
      ]}
    >
      {findings.map((finding, index) => (
        <tr key={finding.id} data-selected={index === selected}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/findings/$finding"
              params={{ project, finding: finding.id }}
            >
              {finding.title}
            </Link>
          </th>
          <td>
            <TypeChip type={finding.errorType} />
          </td>
          <td>{finding.system ?? <span className="muted">not named</span>}</td>
          <td>
            <FindingStateLabel state={finding.state} />
          </td>
          <td>{finding.assignee?.name ?? <span className="muted">nobody</span>}</td>
          <td className="number">{count(finding.cases)}</td>
          <td>
            <Trend weeks={finding.trend} />
          </td>
          <td>{finding.lastCaseAt ? <Moment iso={finding.lastCaseAt} /> : "–"}</td>
        </tr>
      ))}
    </WideTable>
  );
}

function LatestShifts({ project }: { project: string }) {
  const query = useQuery(shiftsQuery(project));
  const shifts = query.data?.items ?? [];
  if (shifts.length === 0) return null;
  return (
    <section className="panel latest-shifts" aria-label="Shifts of the mix of errors">
      <h2>The mix of errors shifted</h2>
      <ul>
        {shifts.map((shift) => (
          <li key={shift.id}>
            <Link
              data-row-link
              to="/p/$project/shifts/$shift"
              params={{ project, shift: shift.id }}
            >
              {shift.headline}
            </Link>
            <span className="muted">
              {shift.system ? `${shift.system} · ` : ""}
              <Moment iso={shift.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
