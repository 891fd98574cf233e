import { useState } from "react";
import { useMay } from "../api/may.ts";
import { Icon } from "../components/page/icon.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import type { LinkTarget } from "./sharing-api.ts";

interface ShareButtonProps {
  readonly project: string;
  readonly of: LinkTarget;
}

/** Opens the dialog for public links to a case, report or view. */
export function ShareButton({ project, of }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const mayShare = useMay(project, "write");
  if (!mayShare) return null;
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        <Icon name="share" size={14} /> Share
      </button>
      {isOpen ? <ShareDialog project={project} of={of} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
