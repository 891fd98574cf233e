/** Lets a person choose the list of units or the list of searches. Shows the active filters. */
import { type FormEvent, useState } from "react";
import type { LedgerFigures } from "../../protocol/api/explorer/ledger.ts";
import { LEDGER_FLAGS } from "../../protocol/api/explorer/ledger-words.ts";
import { Icon } from "../components/page/icon.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { FLAG_WORDS } from "./flag-words.ts";
import type { LedgerSearch } from "./ledger-search.ts";

interface LedgerFiltersProps {
  readonly search: LedgerSearch;
  readonly figures: LedgerFigures | undefined;
  readonly onChange: (changed: Partial<Record<keyof LedgerSearch, unknown>>) => void;
}

export function LedgerFilters({ search, figures, onChange }: LedgerFiltersProps) {
  const searches = figures === undefined ? "" : ` (${count(figures.emptySearches)})`;
  return (
    <div className="ledger-filters">
      <p className="segments">
        <button
          type="button"
          aria-pressed={search.list === undefined}
          onClick={() => onChange({ list: undefined })}
        >
          Units
        </button>
        <button
          type="button"
          aria-pressed={search.list === "searches"}
          onClick={() => onChange({ list: "searches", unit: undefined })}
        >
          Queries that found nothing{searches}
        </button>
      </p>
      {search.list === "searches" ? null : (
        <UnitFilters search={search} figures={figures} onChange={onChange} />
      )}
    </div>
  );
}

const STATES = [
  [undefined, "All"],
  ["held", "In the memory"],
  ["gone", "Gone"],
] as const;

function UnitFilters({ search, figures, onChange }: LedgerFiltersProps) {
  const set = search.flags ?? [];
  const toggle = (flag: (typeof LEDGER_FLAGS)[number]) =>
    onChange({ flags: set.includes(flag) ? set.filter((each) => each !== flag) : [...set, flag] });
  return (
    <>
      <SearchField
        key={search.q}
        value={search.q ?? ""}
        onChange={(q) => onChange({ q: q === "" ? undefined : q })}
      />
      <p className="segments">
        {STATES.map(([state, word]) => (
          <button
            key={word}
            type="button"
            aria-pressed={search.state === state}
            onClick={() => onChange({ state })}
          >
            {word}
          </button>
        ))}
      </p>
      <fieldset className="flag-chips">
        <legend className="visually-hidden">Flags</legend>
        {LEDGER_FLAGS.map((flag) => (
          <button
            key={flag}
            type="button"
            className="flag-chip"
            aria-pressed={set.includes(flag)}
            title={FLAG_WORDS[flag].how}
            onClick={() => toggle(flag)}
          >
            {FLAG_WORDS[flag].name}
            {figures === undefined ? null : <b>{count(figures.flags[flag])}</b>}
          </button>
        ))}
        {search.writer === undefined ? null : (
          <button
            type="button"
            className="filter-chip"
            title="Remove filter"
            onClick={() => onChange({ writer: undefined })}
          >
            <span className="muted">written by</span> <b>{shortenMiddle(search.writer, 40)}</b>
            <Icon name="cross" size={12} />
          </button>
        )}
      </fieldset>
    </>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text);
  };
  return (
    <form className="ledger-search" onSubmit={submit}>
      <input
        type="search"
        aria-label="Find in the units"
        placeholder="Find in the units"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => (text === value ? undefined : onChange(text))}
      />
    </form>
  );
}
