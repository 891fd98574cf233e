import { Link } from "@tanstack/react-router";
import type { Suggestion } from "../../protocol/api/proposals.ts";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count } from "../text/time.ts";

interface CaseReasonsProps {
  readonly project: string;
  readonly title: string;
  readonly suggestions: readonly Suggestion[];
}

/** Lists cases with the optimiser's reasons. Hidden if there are none. */
export function CaseReasons({ project, title, suggestions }: CaseReasonsProps) {
  if (suggestions.length === 0) return null;
  return (
    <details className="behind">
      <summary>
        {title} ({count(suggestions.length)})
      </summary>
      <ul className="case-reasons">
        {suggestions.map((one) => (
          <li key={one.case}>
            <ClampedText text={one.why} limit={400} />{" "}
            <Link to="/p/$project/cases/$case" params={{ project, case: one.case }}>
              Open the case
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
