import { Link } from "@tanstack/react-router";
import type { ReportBody } from "../../protocol/api/insights/reports.ts";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { count } from "../text/time.ts";

type Finding = ReportBody["findings"][number];

/** Shows the findings in a report with their most typical cases. */
export function Findings(props: { project: string; findings: readonly Finding[] }) {
  if (props.findings.length === 0) return null;
  return (
    <section>
      <h2>What went wrong where</h2>
      <ol className="findings">
        {props.findings.map((finding) => (
          <li key={`${finding.errorType} ${finding.opName}`}>
            <FindingView project={props.project} finding={finding} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function FindingView({ project, finding }: { project: string; finding: Finding }) {
  const { title, text, errorType, opName, cases } = finding;
  return (
    <>
      <header>
        <h3>{title}</h3>
        <TypeChip type={errorType} />
        <Link
          className="no-print"
          to="/p/$project/cases"
          params={{ project }}
          search={{ period: "all", errorType, opName: opName ?? undefined }}
        >
          {count(finding.count)} {finding.count === 1 ? "case" : "cases"}
        </Link>
      </header>
      <p>{text}</p>
      <ul className="finding-cases">
        {cases.map((item) => (
          <li key={item.id}>
            <Link to="/p/$project/cases/$case" params={{ project, case: item.id }}>
              <b>{item.query}</b>
            </Link>
            <p>
              {item.expected.length === 0 ? null : (
                <>
                  <span className="muted">Expected</span> “{item.expected.join("” or “")}”{" "}
                </>
              )}
              <span className="muted">Answered</span> “{item.prediction}”
            </p>
            <p className="soft">
              <ClampedText text={item.reason} limit={500} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
