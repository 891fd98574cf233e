import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FindingStateLabel } from "../findings/finding-state-label.tsx";
import { fixedByQuery } from "../findings/findings-api.ts";
import { wrongAnswers } from "../text/time.ts";

/** Lists the findings that count as fixed because of this experiment. */
export function FixedFindings({ project, experiment }: { project: string; experiment: string }) {
  const items = useQuery(fixedByQuery(project, experiment)).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label="Fixed findings">
      <h2>Fixed findings</h2>
      <ul className="fixed-findings">
        {items.map(({ id, title, state, cases }) => (
          <li key={id}>
            <Link to="/p/$project/findings/$finding" params={{ project, finding: id }}>
              {title}
            </Link>{" "}
            <span className="muted">
              {wrongAnswers(cases)}, now <FindingStateLabel state={state} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
