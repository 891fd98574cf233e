import { Empty } from "../components/page/states.tsx";
import type { CaseSearch } from "./case-search.ts";

interface NothingMatchesProps {
  readonly title: string;
  readonly search: CaseSearch;
  readonly onChange: (search: CaseSearch) => void;
}

/**
 * Shown if no case matches. One button shows the cases of all times. The other button removes the
 * filters too.
 */
export function NothingMatches({ title, search, onChange }: NothingMatchesProps) {
  return (
    <Empty title={title}>
      <p>Nothing in this period matches the filters.</p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() => onChange({ ...search, from: undefined, to: undefined, period: "all" })}
        >
          Show all time
        </button>{" "}
        <button type="button" className="button quiet" onClick={() => onChange({ period: "all" })}>
          Clear the filters
        </button>
      </p>
    </Empty>
  );
}
