/** Shows the cases behind a claim of a report. */
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { caseQuery } from "../api/resources.ts";
import { Icon } from "../components/page/icon.tsx";
import { count } from "../text/time.ts";

/** Maximum number of cases to show as examples. */
const SHOWN_CASES = 12;

export function ClaimCases({ project, cases }: { project: string; cases: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="claim-cases">
      <button
        type="button"
        className="button small no-print"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "down" : "right"} size={14} /> {count(cases.length)}{" "}
        {cases.length === 1 ? "case shows this" : "cases show this"}
      </button>
      {isOpen ? <CaseLinks project={project} cases={cases} /> : null}
    </div>
  );
}

/** Links to some of the cases. Each link shows the question of its case. */
export function CaseLinks({ project, cases: all }: { project: string; cases: readonly string[] }) {
  const cases = all.slice(0, SHOWN_CASES);
  const loaded = useQueries({ queries: cases.map((id) => caseQuery(project, id)) });
  return (
    <ul>
      {cases.map((id, index) => (
        <li key={id}>
          <Link to="/p/$project/cases/$case" params={{ project, case: id }}>
            {loaded[index]?.data?.query ?? id}
          </Link>
        </li>
      ))}
      {all.length > cases.length ? (
        <li className="muted">and {count(all.length - cases.length)} more</li>
      ) : null}
    </ul>
  );
}
