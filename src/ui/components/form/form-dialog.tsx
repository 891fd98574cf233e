import type { ReactNode } from "react";
import { Failure } from "../page/states.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly action: string;
  readonly change: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: () => void;
  };
  /** Title of the error if submitting fails, such as "The key was not created". */
  readonly failure: string;
  /** If true, a required field is empty, so the form cannot be submitted. */
  readonly incomplete?: boolean;
  readonly cancel?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, change, failure, incomplete = false, cancel = "Cancel", onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <div className="dialog-body">
          {props.children}
          {change.error ? <Failure error={change.error} what={failure} /> : null}
        </div>
        <footer>
          <button type="button" className="button" onClick={onClose}>
            {cancel}
          </button>
          <button
            type="submit"
            className="button primary"
            disabled={change.isPending || incomplete}
          >
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
