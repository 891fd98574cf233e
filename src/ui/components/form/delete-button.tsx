import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Failure } from "../page/states.tsx";
import { Confirm } from "./dialog.tsx";

interface DeleteButtonProps {
  readonly label: string;
  /** Label for screen readers, needed if other buttons have the same visible label. */
  readonly describedAs?: string;
  /** CSS classes, such as "small quiet". */
  readonly look?: string;
  readonly title: string;
  readonly action: string;
  /** Title of the error if the deletion fails. */
  readonly failure?: string;
  readonly onDelete: () => Promise<unknown>;
  readonly onDeleted: () => unknown;
  /** Says what else is deleted. */
  readonly children: ReactNode;
}

/** A button that deletes an item. The person must confirm the deletion in a dialog. */
export function DeleteButton(props: DeleteButtonProps) {
  const { label, look = "", title, action, onDelete, onDeleted, children } = props;
  const { failure = "Nothing was deleted" } = props;
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({ mutationFn: onDelete, onSuccess: () => onDeleted() });
  return (
    <>
      <button
        type="button"
        className={`button ${look}`}
        aria-label={props.describedAs}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {isAsking ? (
        <Confirm
          title={title}
          action={action}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {children}
          {remove.error ? <Failure error={remove.error} what={failure} /> : null}
        </Confirm>
      ) : null}
    </>
  );
}
