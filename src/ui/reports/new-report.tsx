/** Creates a report on the cases that match filters. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { createReport } from "../api/commands.ts";
import { caseCountQuery, casesQuery, reportsQuery } from "../api/resources.ts";
import { type CaseSearch, filterOf, parseCaseSearch, type Trait } from "../cases/case-search.ts";
import { FilterBar } from "../cases/filter-bar.tsx";
import { FilterMenu } from "../cases/filter-menu.tsx";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { datasetsQuery, experimentsQuery } from "../experiments/experiments-api.ts";
import { findingsQuery } from "../findings/findings-api.ts";
import { wrongAnswers } from "../text/time.ts";
import { namesIn } from "./report-filter.ts";

interface NewReportProps {
  readonly project: string;
  /** The initial filters. */
  readonly search?: CaseSearch;
  readonly label?: string;
}

export function NewReport({ project, search = {}, label = "New report" }: NewReportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <ReportDialog project={project} begin={search} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface DialogProps {
  readonly project: string;
  readonly begin: CaseSearch;
  readonly onClose: () => void;
}

function ReportDialog({ project, begin, onClose }: DialogProps) {
  const [search, setSearch] = useState(begin);
  const [graphs, setGraphs] = useState("");
  const [users, setUsers] = useState("");
  const navigate = useNavigate();
  const client = useQueryClient();
  const counted = useQuery(caseCountQuery(project, search, () => filterOf(search, Date.now())));
  const listed = useInfiniteQuery(casesQuery(project, search, () => filterOf(search, Date.now())));
  const rows = useMemo(
    () => listed.data?.pages.flatMap(({ items }) => items) ?? [],
    [listed.data?.pages],
  );
  const create = useMutation({
    mutationFn: () => {
      const named = { ...namesIn("graphs", graphs), ...namesIn("users", users) };
      return createReport(project, { ...filterOf(search, Date.now()), ...named });
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: reportsQuery(project).queryKey });
      await navigate({ to: "/p/$project/reports/$report", params: { project, report: id } });
    },
  });
  const isNamed = graphs.trim() !== "" || users.trim() !== "";
  return (
    <FormDialog
      title="New report"
      action={create.isPending ? "Writing…" : "Create report"}
      change={create}
      failure="The report was not made"
      onClose={onClose}
    >
      <div className="filters">
        <FilterBar search={search} onChange={setSearch} />
        <FilterMenu search={search} rows={rows} onChange={setSearch} />
      </div>
      <Collections project={project} search={search} onChange={setSearch} />
      <Field
        label="Graphs"
        placeholder="all"
        hint="Ids, separated by commas"
        value={graphs}
        onChange={({ target }) => setGraphs(target.value)}
      />
      <Field
        label="End users"
        placeholder="all"
        hint="Ids, separated by commas"
        value={users}
        onChange={({ target }) => setUsers(target.value)}
      />
      <p role="status" className="muted">
        {counted.data === undefined || isNamed
          ? ""
          : `${wrongAnswers(counted.data.cases)} ${counted.data.isMore ? "or more " : ""}match.`}
      </p>
    </FormDialog>
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
