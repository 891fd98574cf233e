import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import type { Project, ReportSchedule } from "../../protocol/api/teams/project.ts";
import { deleteProject, updateProject } from "../api/commands.ts";
import { projectsQuery } from "../api/resources.ts";
import { DeleteForGood } from "../components/form/delete-for-good.tsx";
import { Field, Select } from "../components/form/field.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { JudgeSection } from "../judge/judge-section.tsx";
import { PricesSection } from "../prices/prices-section.tsx";
import { RedactionSection } from "../redaction/redaction-section.tsx";
import { LinksSection } from "../sharing/links-section.tsx";
import { dayOf } from "../text/time.ts";
import { ModelSection } from "./model-section.tsx";

const route = getRouteApi("/p/$project/settings");

const SCHEDULES: readonly { value: ReportSchedule; label: string }[] = [
  { value: "off", label: "Off" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
];

export function SettingsPage() {
  const { project } = route.useParams();
  const query = useQuery({
    ...projectsQuery,
    select: ({ items }) => items.find(({ id }) => id === project),
  });
  return (
    <>
      <PageHeader title="Settings" />
      <Loaded query={query} what="The settings could not be loaded">
        {(item) => (
          <Fragment key={item.id}>
            <SettingsForm item={item} />
            <ModelSection project={item.id} />
            <PricesSection project={item.id} />
            <JudgeSection project={item.id} />
            <RedactionSection project={item.id} />
            <LinksSection project={item.id} />
            <DeleteProject item={item} />
          </Fragment>
        )}
      </Loaded>
    </>
  );
}

function SettingsForm({ item }: { item: Project }) {
  const client = useQueryClient();
  const [name, setName] = useState(item.name);
  const [reportSchedule, setReportSchedule] = useState(item.reportSchedule);
  const [after, setAfter] = useState(item.reportAfter?.toString() ?? "");
  const reportAfter = after.trim() === "" ? null : Number(after);
  const [days, setDays] = useState(item.retentionDays?.toString() ?? "");
  const retentionDays = days.trim() === "" ? null : Number(days);
  const [openCorrections, setOpenCorrections] = useState(item.openCorrections);
  const save = useMutation({
    mutationFn: () =>
      updateProject(item.id, {
        ...{ name, reportSchedule, reportAfter, retentionDays, openCorrections },
      }),
    onSuccess: () => client.invalidateQueries(projectsQuery),
  });
  const unchanged =
    name === item.name &&
    reportSchedule === item.reportSchedule &&
    reportAfter === item.reportAfter &&
    retentionDays === item.retentionDays &&
    openCorrections === item.openCorrections;
  const deletes =
    retentionDays !== null && retentionDays < (item.retentionDays ?? Number.POSITIVE_INFINITY);
  return (
    <form
      className="panel settings"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field
        label="Name of the project"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label="Reports"
        value={reportSchedule}
        options={SCHEDULES}
        onChange={setReportSchedule}
      />
      <Field
        label="Also after this many new attributions"
        type="number"
        min={5}
        max={100_000}
        step={1}
        placeholder="never"
        value={after}
        onChange={(event) => setAfter(event.target.value)}
      />
      <p className="muted">
        MemTrace stores each report under{" "}
        <Link to="/p/$project/reports" params={{ project: item.id }}>
          Reports
        </Link>
        , where you choose the filters. MemTrace also sends the report to every webhook that listens
        to <code>report.ready</code>.
      </p>
      <Field
        label="Days to keep graphs"
        type="number"
        min={1}
        max={3650}
        step={1}
        placeholder="for ever"
        value={days}
        onChange={(event) => setDays(event.target.value)}
        hint="A graph is deleted this many days after its last event. Its cases are deleted too, with their labels, attributions and webhook deliveries. The figures in reports stay. Leave the field empty to keep all graphs."
      />
      <p>
        <label>
          <input
            type="checkbox"
            checked={openCorrections}
            onChange={(event) => setOpenCorrections(event.target.checked)}
          />{" "}
          Open cases for answers that the user corrects
        </label>
      </p>
      <p className="muted">
        A later message such as “No, it's Tom” opens a case. MemTrace infers the expected answer of
        the case from this message, without a model.
      </p>
      {save.error ? <Failure error={save.error} what="The settings were not saved" /> : null}
      <p className="ask">
        <button
          type="submit"
          className="button primary"
          disabled={save.isPending || unchanged || name.trim() === ""}
        >
          {deletes ? "Save, and delete older graphs" : "Save"}
        </button>
        <span className="good" role="status">
          {save.isSuccess && unchanged ? "Saved." : ""}
        </span>
      </p>
      <hr />
      <p className="muted">
        Project <Id id={item.id} limit={40} /> · created {dayOf(item.createdAt)}
      </p>
    </form>
  );
}

function DeleteProject({ item }: { item: Project }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="after-panel">
      <DeleteForGood
        kind="project"
        name={item.name}
        onDelete={() => deleteProject(item.id, item.name)}
        onDeleted={async () => {
          client.setQueryData(projectsQuery.queryKey, (known) =>
            known ? { items: known.items.filter(({ id }) => id !== item.id) } : known,
          );
          await navigate({ to: "/" });
          client.removeQueries({ queryKey: [item.id] });
        }}
      >
        <p>
          The keys of this project stop working immediately, so MemTrace refuses new events. All
          graphs, cases, reports and webhooks of the project are deleted within minutes.
        </p>
      </DeleteForGood>
    </div>
  );
}
