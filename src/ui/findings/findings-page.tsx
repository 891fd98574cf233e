/** Clusters of similar cases with their states, and the latest shifts of the error mix. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { FindingSummary } from "../../protocol/api/insights/findings.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { useListKeys } from "../shell/keyboard.ts";
import { count } from "../text/time.ts";
import { FindingStateLabel } from "./finding-state-label.tsx";
import { findingsQuery, shiftsQuery } from "./findings-api.ts";
import "./findings.css";
import { WideTable } from "../components/page/wide-table.tsx";

const route = getRouteApi("/p/$project/findings");

export function FindingsPage() {
  const { project } = route.useParams();
  const navigate = useNavigate();
  const query = useQuery(findingsQuery(project));
  const findings = query.data?.items ?? [];
  const selected = useListKeys(findings.length, (index) => {
    const finding = findings[index]?.id;
    if (finding) navigate({ to: "/p/$project/findings/$finding", params: { project, finding } });
  });
  return (
    <>
      <PageHeader title="Findings" />
      <LatestShifts project={project} />
      <Loaded query={query} what="The findings could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No finding yet">
              <p>
                Wrong answers that were lost at the same operation in the same way become one
                finding. You acknowledge it, fix it, and see whether it comes back.
              </p>
            </Empty>
          ) : (
            <FindingTable project={project} findings={items} selected={selected} />
          )
        }
      </Loaded>
    </>
  );
}

interface FindingTableProps {
  readonly project: string;
  readonly findings: readonly FindingSummary[];
  /** Position of the finding that the keyboard is on. */
  readonly selected: number;
}

function FindingTable({ project, findings, selected }: FindingTableProps) {
  return (
    <WideTable
      className="finding-table"
      columns={["Finding", "Kind", "Memory system", "State", { figure: "Cases" }, "Last seen"]}
    >
      {findings.map((finding, index) => (
        <tr key={finding.id} data-selected={index === selected}>
          <th scope="row">
            <Link to="/p/$project/findings/$finding" params={{ project, finding: finding.id }}>
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
          <td className="number">{count(finding.cases)}</td>
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
            <Link to="/p/$project/shifts/$shift" params={{ project, shift: shift.id }}>
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
