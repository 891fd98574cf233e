import { useState } from "react";
import { Icon } from "../components/page/icon.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import type { LinkTarget } from "./sharing-api.ts";

interface ShareButtonProps {
  readonly project: string;
  readonly of: LinkTarget;
}

/** Opens the public links of a case, report or view. */
export function ShareButton({ project, of }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        <Icon name="share" size={14} /> Share
      </button>
      {isOpen ? <ShareDialog project={project} of={of} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
