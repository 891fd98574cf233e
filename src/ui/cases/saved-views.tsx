/** Saved filters, stored on this device. */
import { useState } from "react";
import { type CaseSearch, parseCaseSearch } from "./case-search.ts";

interface View {
  readonly name: string;
  readonly search: CaseSearch;
}

interface SavedViewsProps {
  readonly project: string;
  readonly search: CaseSearch;
  readonly onChoose: (search: CaseSearch) => void;
}

const SAVE = "+save";
const FORGET = "+forget";

export function SavedViews({ project, search, onChoose }: SavedViewsProps) {
  const [views, setViews] = useState(() => load(project));
  const current = views.find((view) => sameSearch(view.search, search));
  const keep = (next: readonly View[]) => {
    localStorage.setItem(storageKey(project), JSON.stringify(next));
    setViews(next);
  };
  const choose = (value: string) => {
    if (value === FORGET) keep(views.filter((view) => view !== current));
    else if (value === SAVE) {
      const name = window.prompt("Name of this view")?.trim();
      if (name) keep([...views.filter((view) => view.name !== name), { name, search }]);
    } else {
      const view = views.find(({ name }) => name === value);
      if (view) onChoose(view.search);
    }
  };
  return (
    <select
      className="add-filter"
      aria-label="Saved views"
      value={current?.name ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">Views</option>
      {views.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {current ? (
        <option value={FORGET}>Forget “{current.name}”</option>
      ) : (
        <option value={SAVE}>Save this view…</option>
      )}
    </select>
  );
}

const storageKey = (project: string) => `memtrace.views.${project}`;

const sameSearch = (a: CaseSearch, b: CaseSearch) =>
  JSON.stringify(parseCaseSearch({ ...a })) === JSON.stringify(parseCaseSearch({ ...b }));

function load(project: string): readonly View[] {
  const stored: unknown = readStored(project);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((view: unknown) => {
    if (typeof view !== "object" || view === null) return [];
    if (!("name" in view) || typeof view.name !== "string" || !("search" in view)) return [];
    if (typeof view.search !== "object" || view.search === null) return [];
    return [{ name: view.name, search: parseCaseSearch({ ...view.search }) }];
  });
}

function readStored(project: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey(project)) ?? "[]");
  } catch {
    return [];
  }
}
