/**
 * Lets a person add a filter. For operation, system and session, offers only the values that occur
 * in the loaded cases.
 */
import type { CaseSummary } from "../../protocol/api/api.ts";
import { ALL_SUB_KINDS, ERROR_TYPES, SUB_KINDS } from "../../protocol/error-types.ts";
import { useAuthors } from "../agreement/author-filter.tsx";
import { nameOf } from "../case/labels/label-line.tsx";
import { LOOKS } from "../error-types.ts";
import { type CaseSearch, parseCaseSearch, type Trait } from "./case-search.ts";

interface FilterMenuProps {
  readonly search: CaseSearch;
  readonly rows: readonly CaseSummary[];
  readonly onChange: (search: CaseSearch) => void;
}

type Choice = readonly [value: string, label: string];

export function FilterMenu({ search, rows, onChange }: FilterMenuProps) {
  const seen = (trait: "opName" | "system" | "sessionCategory"): Choice[] =>
    [...new Set(rows.flatMap((row) => row[trait] ?? []))]
      .sort()
      .map((value) => [value, value] as const);
  const add = (trait: Trait) => (value: string) =>
    onChange(parseCaseSearch({ ...search, [trait]: value }));
  const authors = useAuthors().map((author) => [author.id, nameOf(author)] as const);
  const kinds = (search.errorType ? SUB_KINDS[search.errorType] : ALL_SUB_KINDS).map(
    (kind) => [kind, kind] as const,
  );
  const types = ERROR_TYPES.map((type) => [type, LOOKS[type].label] as const);
  return (
    <div className="filter-menu">
      {search.outcome ? null : <Add label="Outcome" choices={OUTCOMES} onAdd={add("outcome")} />}
      {search.errorType ? null : <Add label="Type" choices={types} onAdd={add("errorType")} />}
      {search.subKind ? null : <Add label="Sub-kind" choices={kinds} onAdd={add("subKind")} />}
      {search.opName ? null : (
        <Add label="Operation" choices={seen("opName")} onAdd={add("opName")} />
      )}
      {search.system ? null : <Add label="System" choices={seen("system")} onAdd={add("system")} />}
      {search.sessionCategory ? null : (
        <Add label="Session" choices={seen("sessionCategory")} onAdd={add("sessionCategory")} />
      )}
      {search.proof ? null : <Add label="Replay" choices={PROOFS} onAdd={add("proof")} />}
      {search.labelled ? null : <Add label="Label" choices={LABELLED} onAdd={add("labelled")} />}
      {search.agreement ? null : (
        <Add label="Agreement" choices={AGREEMENTS} onAdd={add("agreement")} />
      )}
      {search.author ? null : <Add label="Author" choices={authors} onAdd={add("author")} />}
      {search.state ? null : <Add label="State" choices={STATES} onAdd={add("state")} />}
    </div>
  );
}

const OUTCOMES: readonly Choice[] = [
  ["attributed", "attributed"],
  ["undecided", "undecided"],
];

const PROOFS: readonly Choice[] = [
  ["proved", "proved"],
  ["refuted", "refuted"],
  ["inconclusive", "inconclusive"],
];

const LABELLED: readonly Choice[] = [
  ["true", "labelled"],
  ["false", "not labelled"],
];

const AGREEMENTS: readonly Choice[] = [
  ["agrees", "label agrees"],
  ["differs", "label differs"],
  ["disputed", "disputed"],
];

const STATES: readonly Choice[] = [
  ["done", "done"],
  ["queued", "queued"],
  ["running", "running"],
  ["failed", "failed"],
];

interface AddProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly onAdd: (value: string) => void;
}

function Add({ label, choices, onAdd }: AddProps) {
  if (choices.length === 0) return null;
  return (
    <select
      className="add-filter"
      aria-label={`Filter by ${label.toLowerCase()}`}
      value=""
      onChange={(event) => onAdd(event.target.value)}
    >
      <option value="">{label}</option>
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
