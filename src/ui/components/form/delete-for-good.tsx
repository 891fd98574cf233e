import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Failure } from "../page/states.tsx";
import { Confirm } from "./dialog.tsx";
import { Field } from "./field.tsx";

interface DeleteForGoodProps {
  readonly kind: "graph" | "project";
  /** The person must type this name to confirm. */
  readonly name: string;
  readonly onDelete: () => Promise<unknown>;
  readonly onDeleted: () => void;
  /** Says what else is deleted. */
  readonly children: ReactNode;
}

/** A button for a deletion that cannot be undone. To confirm, the person must type the name. */
export function DeleteForGood({ kind, name, onDelete, onDeleted, children }: DeleteForGoodProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutation({ mutationFn: onDelete, onSuccess: onDeleted });
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Delete the {kind}
      </button>
      {isOpen ? (
        <Confirm
          title={`Delete the ${kind}?`}
          action="Delete for good"
          busy={remove.isPending || typed !== name}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            setOpen(false);
            setTyped("");
          }}
        >
          {children}
          <Field
            label={`Type “${name}” to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {remove.error ? (
            <Failure error={remove.error} what={`The ${kind} was not deleted`} />
          ) : null}
        </Confirm>
      ) : null}
    </>
  );
}
