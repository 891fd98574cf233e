/** When scheduled reports are made, and on which cases. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "../../protocol/api/teams/project.ts";
import { updateProject } from "../api/commands.ts";
import { useMay } from "../api/may.ts";
import { projectsQuery } from "../api/resources.ts";
import { filterOf, parseCaseSearch } from "../cases/case-search.ts";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { CaseFilterFields } from "./case-filter-fields.tsx";
import { namesIn } from "./report-filter.ts";
import { FilterLine } from "./report-overview.tsx";

const SCHEDULES: Readonly<Record<Project["reportSchedule"], string>> = {
  off: "No report is made on schedule",
  daily: "A report is made every day",
  weekly: "A report is made every week",
};

export function ScheduledReports({ project }: { project: string }) {
  const query = useQuery({
    ...projectsQuery,
    select: ({ items }) => items.find(({ id }) => id === project),
  });
  const mayChange = useMay(project, "admin");
  const [isOpen, setOpen] = useState(false);
  if (query.data === undefined) return null;
  const { reportSchedule, reportFilter } = query.data;
  const isOff = reportSchedule === "off";
  const isOnAll = Object.keys(reportFilter).length === 0;
  return (
    <section className="panel schedule" aria-label="Schedule">
      <p>
        {SCHEDULES[reportSchedule]}
        {isOff ? ". " : isOnAll ? ", on all cases. " : ", on the cases of these filters. "}
        <Link to="/p/$project/settings" params={{ project }}>
          Change the schedule
        </Link>
      </p>
      {isOff ? null : <FilterLine filter={reportFilter} label="Filters of scheduled reports" />}
      {mayChange && !isOff ? (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          Change filters
        </button>
      ) : null}
      {isOpen ? <FilterDialog item={query.data} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

interface DialogProps {
  readonly item: Project;
  readonly onClose: () => void;
}

function FilterDialog({ item, onClose }: DialogProps) {
  const { graphs = [], users = [], cases, shift, ...rest } = item.reportFilter;
  const [fields, setFields] = useState({
    search: parseCaseSearch(rest),
    ...{ graphs: graphs.join(", "), users: users.join(", ") },
  });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const { from: _, to: __, ...chosen } = filterOf(fields.search, Date.now());
      const named = { ...namesIn("graphs", fields.graphs), ...namesIn("users", fields.users) };
      // The fields do not show these two filters, so a change keeps them.
      return updateProject(item.id, { reportFilter: { ...chosen, ...named, cases, shift } });
    },
    onSuccess: async () => {
      await client.invalidateQueries(projectsQuery);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Filters of scheduled reports"
      action={save.isPending ? "Saving…" : "Save filters"}
      change={save}
      failure="The filters were not saved"
      onClose={onClose}
    >
      <CaseFilterFields project={item.id} fields={fields} hasOwnPeriod onChange={setFields} />
    </FormDialog>
  );
}
