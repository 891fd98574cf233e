import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OrganizationExport } from "../../protocol/api/privacy/exports.ts";
import { ApiFailure } from "../api/request.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { createExport, deleteExport, exportsQuery, fileAddress } from "./privacy-api.ts";

interface OrganizationExportsProps {
  readonly project: string;
  readonly organization: string;
}

const REFRESH_MS = 2_000;

/** Creates and lists exports of the organization. Only for its owners. */
export function OrganizationExports({ project, organization }: OrganizationExportsProps) {
  const client = useQueryClient();
  const query = useQuery({
    ...exportsQuery(project),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === "planning") ? REFRESH_MS : false,
  });
  const forbidden = query.error instanceof ApiFailure && query.error.status === 403;
  const refresh = () => client.invalidateQueries({ queryKey: exportsQuery(project).queryKey });
  const create = useMutation({
    mutationFn: () => createExport(project, organization),
    onSuccess: refresh,
  });
  return (
    <section className="panel settings" aria-labelledby="export-title">
      <h2 id="export-title">Export the organization</h2>
      <p className="muted">
        An export consists of zip files with all projects: settings without secrets, graphs, cases,
        labels, comments, reports, prompts and the audit log. Only owners of the organization can
        export the organization. The audit log records every download.
      </p>
      {forbidden ? (
        <p>Only owners and admins can see exports.</p>
      ) : (
        <>
          {create.error ? <Failure error={create.error} what="The export was not started" /> : null}
          <p className="ask">
            <button
              type="button"
              className="button"
              disabled={create.isPending}
              onClick={() => create.mutate()}
            >
              Export everything
            </button>
          </p>
          <Loaded query={query} what="The exports could not be loaded">
            {({ items }) =>
              items.map((item) => (
                <OneExport key={item.id} project={project} item={item} onEnd={refresh} />
              ))
            }
          </Loaded>
        </>
      )}
    </section>
  );
}

interface OneExportProps {
  readonly project: string;
  readonly item: OrganizationExport;
  readonly onEnd: () => void;
}

const STATES = { planning: "Listing the files…", failed: "The export failed.", ready: "" } as const;

function OneExport({ project, item, onEnd }: OneExportProps) {
  const { id, state, files, createdAt, expiresAt } = item;
  const end = useMutation({ mutationFn: () => deleteExport(project, id), onSuccess: onEnd });
  return (
    <article>
      <h3>
        <Moment iso={createdAt} />
      </h3>
      <p className="muted" role="status">
        {STATES[state]} {count(files.length)} {files.length === 1 ? "file" : "files"}, until{" "}
        <Moment iso={expiresAt} />{" "}
        <button
          type="button"
          className="link-button"
          disabled={end.isPending}
          onClick={() => end.mutate()}
        >
          End the export
        </button>
      </p>
      {end.error ? <Failure error={end.error} what="The export was not ended" /> : null}
      <ul>
        {files.map(({ name, graphs }) => (
          <li key={name}>
            <a href={fileAddress(project, id, name)} download={name}>
              {name}
            </a>{" "}
            {graphs > 0 ? `${count(graphs)} ${graphs === 1 ? "graph" : "graphs"}` : ""}
          </li>
        ))}
      </ul>
    </article>
  );
}
