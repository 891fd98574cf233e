/** Shows the active filters with buttons to remove them, and the choice of the period. */
import { PERIODS } from "../../protocol/api/sharing/view-period.ts";
import { AuthorName } from "../agreement/author-filter.tsx";
import { Icon } from "../components/page/icon.tsx";
import { isErrorType, LOOKS } from "../error-types.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { minuteTime } from "../text/time.ts";
import {
  type CaseSearch,
  PERIOD_LABELS,
  parseCaseSearch,
  periodOf,
  type Trait,
} from "./case-search.ts";

interface FilterBarProps {
  readonly search: CaseSearch;
  /** If true, hides the choice of the period, because the page has its own. */
  readonly hasOwnPeriod?: boolean;
  readonly onChange: (search: CaseSearch) => void;
}

const TRAITS: readonly [Trait, string][] = [
  ["outcome", "outcome"],
  ["errorType", "type"],
  ["subKind", "sub-kind"],
  ["opName", "operation"],
  ["system", "system"],
  ["sessionCategory", "session"],
  ["graph", "graph"],
  ["user", "end user"],
  ["finding", "finding"],
  ["dataset", "dataset"],
  ["experiment", "experiment"],
  ["state", "state"],
  ["proof", "replay"],
  ["labelled", "labelled"],
  ["agreement", "agreement"],
  ["author", "author"],
];

export function FilterBar({ search, hasOwnPeriod = false, onChange }: FilterBarProps) {
  const without = (...names: (keyof CaseSearch)[]) => {
    const rest = Object.entries(search).filter(([name]) => !names.some((gone) => gone === name));
    onChange(parseCaseSearch(Object.fromEntries(rest)));
  };
  const set = TRAITS.filter(([trait]) => search[trait] !== undefined);
  return (
    <div className="filter-bar">
      {hasOwnPeriod ? null : <PeriodChoice search={search} onChange={onChange} />}
      {set.map(([trait, label]) => (
        <FilterChip key={trait} label={label} onRemove={() => without(trait)}>
          <TraitValue trait={trait} value={search[trait] ?? ""} />
        </FilterChip>
      ))}
      {search.prompt ? (
        <FilterChip label="prompt" onRemove={() => without("prompt", "promptVersion")}>
          {shortenMiddle(search.prompt, 24)}
          {search.promptVersion ? `, version ${search.promptVersion}` : ""}
        </FilterChip>
      ) : null}
      {search.search ? (
        <FilterChip label="words" onRemove={() => without("search")}>
          “{search.search}”
        </FilterChip>
      ) : null}
      {set.length + (search.search ? 1 : 0) > 1 ? (
        <button
          type="button"
          className="link-button"
          onClick={() =>
            without("search", "prompt", "promptVersion", ...TRAITS.map(([trait]) => trait))
          }
        >
          Clear all
        </button>
      ) : null}
    </div>
  );
}

function TraitValue({ trait, value }: { trait: Trait; value: string }) {
  if (trait === "author") return <AuthorName id={value} />;
  if (trait === "labelled") return value === "true" ? "yes" : "no";
  return trait === "errorType" && isErrorType(value)
    ? LOOKS[value].label
    : shortenMiddle(value, 40);
}

function FilterChip(props: { label: string; onRemove: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="filter-chip" onClick={props.onRemove} title="Remove filter">
      <span className="muted">{props.label}</span> <b>{props.children}</b>
      <Icon name="cross" size={12} />
    </button>
  );
}

function PeriodChoice({ search, onChange }: FilterBarProps) {
  const current = periodOf(search);
  const choose = (period: string) =>
    onChange(parseCaseSearch({ ...search, from: undefined, to: undefined, period }));
  const range = [search.from, search.to].map((at) => (at ? minuteTime(at) : "…")).join(" – ");
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Period</legend>
      {PERIODS.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === current}
          onClick={() => choose(period)}
        >
          {PERIOD_LABELS[period]}
        </button>
      ))}
      {current === null ? (
        <button type="button" aria-pressed="true">
          {range}
        </button>
      ) : null}
    </fieldset>
  );
}
