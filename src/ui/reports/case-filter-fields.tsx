import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { casesQuery } from "../api/resources.ts";
import { type CaseSearch, filterOf, parseCaseSearch, type Trait } from "../cases/case-search.ts";
import { FilterBar } from "../cases/filter-bar.tsx";
import { FilterMenu } from "../cases/filter-menu.tsx";
import { Field, Select } from "../components/form/field.tsx";
import { datasetsQuery, experimentsQuery } from "../experiments/experiments-api.ts";
import { findingsQuery } from "../findings/findings-api.ts";

export interface FilterFields {
  readonly search: CaseSearch;
  /** Graph ids, separated by commas. */
  readonly graphs: string;
  readonly users: string;
}

interface FieldsProps {
  readonly project: string;
  readonly fields: FilterFields;
  /** If true, the fields do not ask for a period, because the reports have a fixed one. */
  readonly hasOwnPeriod?: boolean;
  readonly onChange: (fields: FilterFields) => void;
}

export function CaseFilterFields({ project, fields, hasOwnPeriod = false, onChange }: FieldsProps) {
  const { search, graphs, users } = fields;
  const listed = useInfiniteQuery(casesQuery(project, search, () => filterOf(search, Date.now())));
  const rows = useMemo(
    () => listed.data?.pages.flatMap(({ items }) => items) ?? [],
    [listed.data?.pages],
  );
  const change = (changed: CaseSearch) => onChange({ ...fields, search: changed });
  return (
    <>
      <div className="filters">
        <FilterBar search={search} hasOwnPeriod={hasOwnPeriod} onChange={change} />
        <FilterMenu search={search} rows={rows} onChange={change} />
      </div>
      <Collections project={project} search={search} onChange={change} />
      <Field
        label="Graphs"
        placeholder="all"
        hint="Ids, separated by commas"
        value={graphs}
        onChange={({ target }) => onChange({ ...fields, graphs: target.value })}
      />
      <Field
        label="End users"
        placeholder="all"
        hint="Ids, separated by commas"
        value={users}
        onChange={({ target }) => onChange({ ...fields, users: target.value })}
      />
    </>
  );
}

interface CollectionsProps {
  readonly project: string;
  readonly search: CaseSearch;
  readonly onChange: (search: CaseSearch) => void;
}

function Collections({ project, search, onChange }: CollectionsProps) {
  const findings = useQuery(findingsQuery(project)).data?.items ?? [];
  const datasets = useInfiniteQuery(datasetsQuery(project)).data?.pages ?? [];
  const experiments = useInfiniteQuery(experimentsQuery(project)).data?.pages ?? [];
  const choose = (trait: Trait) => (value: string) =>
    onChange(parseCaseSearch({ ...search, [trait]: value }));
  const choices = (items: readonly { id: string; name: string }[]) => [
    { value: "", label: "any" },
    ...items.map(({ id, name }) => ({ value: id, label: name === "" ? id : name })),
  ];
  const named = findings.map(({ id, title }) => ({ id, name: title }));
  return (
    <>
      {named.length === 0 ? null : (
        <Select
          label="Finding"
          value={search.finding ?? ""}
          options={choices(named)}
          onChange={choose("finding")}
        />
      )}
      {datasets.every(({ items }) => items.length === 0) ? null : (
        <Select
          label="Dataset"
          value={search.dataset ?? ""}
          options={choices(datasets.flatMap(({ items }) => items))}
          onChange={choose("dataset")}
        />
      )}
      {experiments.every(({ items }) => items.length === 0) ? null : (
        <Select
          label="Experiment"
          value={search.experiment ?? ""}
          options={choices(experiments.flatMap(({ items }) => items))}
          onChange={choose("experiment")}
        />
      )}
    </>
  );
}
