/** Creates a report about cases that match the chosen filters. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createReport } from "../api/commands.ts";
import { caseCountQuery, reportsQuery } from "../api/resources.ts";
import { type CaseSearch, filterOf } from "../cases/case-search.ts";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { wrongAnswers } from "../text/time.ts";
import { CaseFilterFields, type FilterFields } from "./case-filter-fields.tsx";
import { namesIn } from "./report-filter.ts";

interface NewReportProps {
  readonly project: string;
  /** Initial filters of the form. */
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
  const [fields, setFields] = useState<FilterFields>({ search: begin, graphs: "", users: "" });
  const { search, graphs, users } = fields;
  const navigate = useNavigate();
  const client = useQueryClient();
  const counted = useQuery(caseCountQuery(project, search, () => filterOf(search, Date.now())));
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
      failure="The report was not created"
      onClose={onClose}
    >
      <CaseFilterFields project={project} fields={fields} onChange={setFields} />
      <p role="status" className="muted">
        {counted.data === undefined || isNamed
          ? ""
          : `${wrongAnswers(counted.data.cases)} ${counted.data.isMore ? "or more " : ""}match.`}
      </p>
    </FormDialog>
  );
}
