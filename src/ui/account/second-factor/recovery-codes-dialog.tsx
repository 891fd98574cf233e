import { useState } from "react";
import { Dialog } from "../../components/form/dialog.tsx";
import { CopyButton } from "../../components/text/copy-button.tsx";

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/**
 * Shows new recovery codes, which cannot be shown again. The dialog closes only after the person
 * has confirmed that the codes are stored.
 */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isKept, setKept] = useState(false);
  return (
    <Dialog title="Recovery codes" onClose={onClose} closable={false}>
      <div className="dialog-body">
        <p>
          If you lose your authenticator app, use one of these codes to sign in. Each code works
          once. Keep the codes in a safe place.
        </p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p>
          <CopyButton text={codes.join("\n")} label="Copy all" />
        </p>
        <label className="check">
          <input type="checkbox" checked={isKept} onChange={() => setKept(!isKept)} /> I have stored
          the codes. MemTrace will not show them again.
        </label>
      </div>
      <footer>
        <button type="button" className="button primary" disabled={!isKept} onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}
