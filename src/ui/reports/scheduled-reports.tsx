/** Lets a person set when MemTrace creates reports automatically, and about which cases. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Project } from "../../protocol/api/teams/project.ts";
import { updateProject } from "../api/commands.ts";
import { useMay } from "../api/may.ts";
import { projectsQuery } from "../api/resources.ts";
import { filterOf, parseCaseSearch } from "../cases/case-search.ts";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { count } from "../text/time.ts";
import { CaseFilterFields } from "./case-filter-fields.tsx";
import { namesIn } from "./report-filter.ts";
import { FilterLine } from "./report-overview.tsx";

const SCHEDULES: Readonly<Record<Project["reportSchedule"], string>> = {
  off: "No report is made on schedule",
  daily: "A report is made every day",
  weekly: "A report is made every week",
};

/** Project setting that contains filters → title of the dialog for this setting. */
const FILTERS = {
  reportFilter: "Filters of scheduled reports",
  reportAfterFilter: "Filters of reports after new attributions",
} as const;
type Setting = keyof typeof FILTERS;

export function ScheduledReports({ project }: { project: string }) {
  const query = useQuery({
    ...projectsQuery,
    select: ({ items }) => items.find(({ id }) => id === project),
  });
  if (query.data === undefined) return null;
  const { reportSchedule, reportAfter } = query.data;
  return (
    <section className="panel schedule" aria-label="Schedule">
      <Reports item={query.data} setting="reportFilter" isOff={reportSchedule === "off"}>
        {SCHEDULES[reportSchedule]}
      </Reports>
      {reportAfter === null ? null : (
        <Reports item={query.data} setting="reportAfterFilter" isOff={false}>
          A report is made after every {count(reportAfter)} new attributions
        </Reports>
      )}
    </section>
  );
}

interface ReportsProps {
  readonly item: Project;
  readonly setting: Setting;
  readonly isOff: boolean;
  /** Says when the reports are created. */
  readonly children: ReactNode;
}

function Reports({ item, setting, isOff, children }: ReportsProps) {
  const mayChange = useMay(item.id, "admin");
  const [isOpen, setOpen] = useState(false);
  const filter = item[setting];
  const isOnAll = Object.keys(filter).length === 0;
  return (
    <div className="schedule-part">
      <p>
        {children}
        {isOff ? ". " : isOnAll ? ", on all cases. " : ", on the cases of these filters. "}
        {setting === "reportFilter" ? (
          <Link to="/p/$project/settings" params={{ project: item.id }}>
            Change the schedule
          </Link>
        ) : null}
      </p>
      {isOff ? null : <FilterLine filter={filter} label={FILTERS[setting]} />}
      {mayChange && !isOff ? (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {setting === "reportFilter" ? "Change filters" : "Change filters of these attributions"}
        </button>
      ) : null}
      {isOpen ? (
        <FilterDialog item={item} setting={setting} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

interface DialogProps {
  readonly item: Project;
  readonly setting: Setting;
  readonly onClose: () => void;
}

function FilterDialog({ item, setting, onClose }: DialogProps) {
  const { graphs = [], users = [], cases, shift, ...rest } = item[setting];
  const [fields, setFields] = useState({
    search: parseCaseSearch(rest),
    ...{ graphs: graphs.join(", "), users: users.join(", ") },
  });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const { from: _, to: __, ...chosen } = filterOf(fields.search, Date.now());
      const named = { ...namesIn("graphs", fields.graphs), ...namesIn("users", fields.users) };
      // The form has no fields for `cases` and `shift`. So send their stored values.
      return updateProject(item.id, { [setting]: { ...chosen, ...named, cases, shift } });
    },
    onSuccess: async () => {
      await client.invalidateQueries(projectsQuery);
      onClose();
    },
  });
  return (
    <FormDialog
      title={FILTERS[setting]}
      action={save.isPending ? "Saving…" : "Save filters"}
      change={save}
      failure="The filters were not saved"
      onClose={onClose}
    >
      <CaseFilterFields project={item.id} fields={fields} hasOwnPeriod onChange={setFields} />
    </FormDialog>
  );
}
