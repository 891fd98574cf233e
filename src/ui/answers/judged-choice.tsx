import type { CaseSearch } from "../cases/case-search.ts";

interface JudgedChoiceProps {
  readonly search: CaseSearch;
  readonly onChange: (search: CaseSearch) => void;
}

const CHOICES = [
  ["all", "All answers"],
  [undefined, "Wrong"],
  ["right", "Right"],
] as const;

export function JudgedChoice({ search, onChange }: JudgedChoiceProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Judged</legend>
      {CHOICES.map(([judged, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={search.judged === judged}
          onClick={() =>
            onChange(judged === undefined ? without(search) : traitsOf(search, judged))
          }
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function without({ judged: _, ...rest }: CaseSearch): CaseSearch {
  return rest;
}

/**
 * Keeps only the filters that also work for right answers. For example, a filter by error type
 * needs a verdict. Right answers have no verdict, so such a filter would hide all of them.
 */
function traitsOf(search: CaseSearch, judged: "all" | "right"): CaseSearch {
  const { period, from, to, system, sessionCategory, graph, search: words } = search;
  const kept = { period, from, to, system, sessionCategory, graph, search: words };
  const set = Object.entries(kept).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(set), judged };
}
