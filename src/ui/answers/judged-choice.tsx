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
 * Removes filters that need a verdict. Right answers have no verdict, so these filters would hide
 * them.
 */
function traitsOf(search: CaseSearch, judged: "all" | "right"): CaseSearch {
  const { period, from, to, system, sessionCategory, graph, search: words } = search;
  const kept = { period, from, to, system, sessionCategory, graph, search: words };
  const set = Object.entries(kept).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(set), judged };
}
