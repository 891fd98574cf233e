import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../page/icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /**
   * If false, `Esc` does not close the dialog. Use false for content that cannot be shown again,
   * such as a secret.
   */
  readonly closable?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog. While it is open, the browser keeps the focus inside the dialog. When it closes,
 * the element that had the focus before gets it back.
 */
export function Dialog({ title, onClose, closable = true, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        {closable ? (
          <button type="button" className="button small quiet" aria-label="Close" onClick={onClose}>
            <Icon name="cross" />
          </button>
        ) : null}
      </header>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Says what the action causes. */
  readonly children: ReactNode;
}

export function Confirm({ title, action, busy, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-body">{children}</div>
      <footer>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={busy} onClick={onConfirm}>
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
