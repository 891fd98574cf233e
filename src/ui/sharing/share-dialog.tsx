/** Lists the active public links to a case, report or view. A form creates a link. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LinkKind } from "../../protocol/api/sharing/links.ts";
import { Dialog } from "../components/form/dialog.tsx";
import { Select } from "../components/form/field.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { LinkList } from "./link-list.tsx";
import { createLink, type LinkTarget, linksQuery } from "./sharing-api.ts";
import "./sharing.css";

const SHOWN: Readonly<Record<LinkKind, string>> = {
  case: "this case: question, answers and verdict",
  report: "this report: its figures, findings and the cases that they quote",
  view: "the cases that match this view when the page is opened, at most 100",
};

const DAYS = [
  { value: "1", label: "In a day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
] as const;

interface ShareDialogProps {
  readonly project: string;
  readonly of: LinkTarget;
  readonly onClose: () => void;
}

export function ShareDialog({ project, of, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("7");
  const [showsProject, setShowsProject] = useState(false);
  const links = useQuery(linksQuery(project, of));
  const create = useMutation({
    mutationFn: () => createLink(project, { ...of, days: Number(days), showsProject }),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "links"] }),
  });
  return (
    <Dialog title={`Share this ${of.kind}`} onClose={onClose}>
      <div className="dialog-body share-dialog">
        <p>
          Anyone with the link can read {SHOWN[of.kind]}, and nothing else of the project. They need
          no account.
        </p>
        {create.data === undefined ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              create.mutate();
            }}
          >
            <Select label="Expires" value={days} options={DAYS} onChange={setDays} />
            <label className="check">
              <input
                type="checkbox"
                checked={showsProject}
                onChange={() => setShowsProject(!showsProject)}
              />
              Show the project’s name
            </label>
            <button type="submit" className="button primary" disabled={create.isPending}>
              Create a link
            </button>
          </form>
        ) : (
          <div>
            <p>
              Copy the link now. MemTrace keeps only a hash of the link, and cannot show the link
              again.
            </p>
            <div className="secret">
              <code>{create.data.url}</code>
              <CopyButton text={create.data.url} label="Copy" />
            </div>
          </div>
        )}
        {create.error ? <Failure error={create.error} what="The link was not created" /> : null}
        <Loaded query={links} what="The links could not be loaded">
          {({ items }) => <LinkList project={project} links={items} />}
        </Loaded>
      </div>
      <footer>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}
