import { useState } from "react";
import { CopyButton } from "../text/copy-button.tsx";
import { Dialog } from "./dialog.tsx";

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly note: string;
  readonly onClose: () => void;
}

/**
 * Shows a secret that cannot be shown again. The dialog closes only after the person has confirmed
 * that the secret is stored.
 */
export function SecretOnce({ title, secret, note, onClose }: SecretOnceProps) {
  const [kept, setKept] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} closable={false}>
      <div className="dialog-body">
        <p>{note}</p>
        <div className="secret">
          <code>{secret}</code>
          <CopyButton text={secret} label="Copy" />
        </div>
        <label className="check">
          <input type="checkbox" checked={kept} onChange={() => setKept(!kept)} /> I have stored it.
          It will not be shown again.
        </label>
      </div>
      <footer>
        <button type="button" className="button primary" disabled={!kept} onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}
