/**
 * Lets a person choose, save, rename, delete and share views. A view is a saved filter of the case
 * list.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SavedView } from "../../protocol/api/sharing/views.ts";
import { useMay } from "../api/may.ts";
import { type CaseSearch, parseCaseSearch, periodOf } from "../cases/case-search.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { Moment } from "../components/text/moment.tsx";
import { ShareButton } from "./share-button.tsx";
import { changeView, createView, deleteView, viewsQuery } from "./sharing-api.ts";

interface SavedViewsProps {
  readonly project: string;
  readonly search: CaseSearch;
  readonly onChoose: (search: CaseSearch) => void;
}

const SAVE = "+save";

export function SavedViews({ project, search, onChoose }: SavedViewsProps) {
  const views = useQuery(viewsQuery(project)).data?.items ?? [];
  const mayChange = useMay(project, "write");
  // A view stores only filters of wrong answers, so a list with right answers cannot be saved.
  const maySave = mayChange && search.judged === undefined;
  const [dialog, setDialog] = useState<"save" | "manage">();
  const current = views.find(({ filter }) => isSame(parseCaseSearch({ ...filter }), search));
  const choose = (value: string) => {
    if (value === SAVE) return setDialog("save");
    const view = views.find(({ id }) => id === value);
    if (view) onChoose(parseCaseSearch({ ...view.filter }));
  };
  const close = () => setDialog(undefined);
  return (
    <>
      <select
        className="add-filter"
        aria-label="Saved views"
        value={current?.id ?? ""}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Views</option>
        {views.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {current || !maySave ? null : <option value={SAVE}>Save this view…</option>}
      </select>
      {current && mayChange ? (
        <>
          <button type="button" className="button" onClick={() => setDialog("manage")}>
            Manage view
          </button>
          <ShareButton project={project} of={{ kind: "view", target: current.id }} />
        </>
      ) : null}
      {dialog === "save" ? <SaveDialog {...{ project, search }} onClose={close} /> : null}
      {dialog === "manage" && current ? (
        <ManageDialog key={current.id} project={project} view={current} onClose={close} />
      ) : null}
    </>
  );
}

/**
 * Adds the default period if none is chosen. If the default changes one day, the saved view then
 * stays the same.
 */
function explicit(search: CaseSearch): CaseSearch {
  return parseCaseSearch({ ...search, period: periodOf(search) ?? undefined });
}

const isSame = (a: CaseSearch, b: CaseSearch) =>
  JSON.stringify(explicit(a)) === JSON.stringify(explicit(b));

interface SaveDialogProps {
  readonly project: string;
  readonly search: CaseSearch;
  readonly onClose: () => void;
}

function SaveDialog({ project, search, onClose }: SaveDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () => createView(project, { name: name.trim(), filter: explicit(search) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewsQuery(project).queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save this view"
      action="Save"
      change={save}
      failure="The view was not saved"
      incomplete={name.trim() === ""}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Everyone in the project sees the saved view."
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

interface ManageDialogProps {
  readonly project: string;
  readonly view: SavedView;
  readonly onClose: () => void;
}

function ManageDialog({ project, view, onClose }: ManageDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(view.name);
  const done = async () => {
    await client.invalidateQueries({ queryKey: viewsQuery(project).queryKey });
    onClose();
  };
  const rename = useMutation({
    mutationFn: () => changeView(project, view.id, { name: name.trim() }),
    onSuccess: done,
  });
  return (
    <FormDialog
      title="Manage view"
      action="Rename"
      change={rename}
      failure="The view was not changed"
      incomplete={name.trim() === "" || name.trim() === view.name}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <p className="muted">
        Saved by {view.createdBy} <Moment iso={view.createdAt} />
      </p>
      <p className="ask">
        <DeleteButton
          label="Delete for everyone"
          look="small"
          title={`Delete “${view.name}”?`}
          action="Delete the view"
          onDelete={() => deleteView(project, view.id)}
          onDeleted={() => {
            void client.invalidateQueries({ queryKey: [project, "links"] });
            return done();
          }}
        >
          <p>
            Everyone in the project loses the view. Its public links stop working immediately. The
            cases stay.
          </p>
        </DeleteButton>
      </p>
    </FormDialog>
  );
}
