import type { FindingSummary } from "../../protocol/api/insights/findings.ts";
import { ERROR_TYPES } from "../../protocol/error-types.ts";
import { LOOKS } from "../error-types.ts";
import {
  FINDING_SORTS,
  FINDING_STATES,
  type FindingSearch,
  type FindingSort,
  MINE,
  NOBODY,
} from "./finding-search.ts";

interface FindingFiltersProps {
  readonly search: FindingSearch;
  /** People who are assigned to at least one finding. */
  readonly assignees: readonly NonNullable<FindingSummary["assignee"]>[];
  readonly onChange: (changed: Partial<Record<keyof FindingSearch, unknown>>) => void;
}

const SORT_WORDS: Readonly<Record<FindingSort, string>> = {
  cases: "Most cases",
  last: "Last seen",
  growth: "Growing fastest",
  name: "Name",
};

export function FindingFilters({ search, assignees, onChange }: FindingFiltersProps) {
  return (
    <div className="finding-filters">
      <input
        type="search"
        aria-label="Find a finding"
        placeholder="Operation, system or words"
        value={search.q ?? ""}
        onChange={(event) => onChange({ q: event.target.value || undefined })}
      />
      <Choice
        label="State"
        all="All states"
        value={search.state}
        options={FINDING_STATES.map((state) => [state, state])}
        onChange={(state) => onChange({ state })}
      />
      <Choice
        label="Kind"
        all="All kinds"
        value={search.errorType}
        options={ERROR_TYPES.map((type) => [type, LOOKS[type].label])}
        onChange={(errorType) => onChange({ errorType })}
      />
      <Choice
        label="Assignee"
        all="Any assignee"
        value={search.assignee}
        options={[
          [MINE, "Mine"],
          [NOBODY, "Nobody"],
          ...assignees.map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(assignee) => onChange({ assignee })}
      />
      <Choice
        label="Order"
        all="Open ones first"
        value={search.sort}
        options={FINDING_SORTS.map((sort) => [sort, SORT_WORDS[sort]])}
        onChange={(sort) => onChange({ sort })}
      />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Label of the choice that sets no filter. */
  readonly all: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className="add-filter"
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{all}</option>
      {options.map(([each, said]) => (
        <option key={each} value={each}>
          {said}
        </option>
      ))}
    </select>
  );
}
