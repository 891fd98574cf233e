import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../components/page/states.tsx";
import { CommentField } from "./comment-field.tsx";

interface CommentFormProps {
  readonly project: string;
  readonly label: string;
  /** Text before the change. Empty for a new comment. */
  readonly initial?: string;
  readonly action: string;
  /** Title of the error if saving fails, such as "The comment was not saved". */
  readonly failure: string;
  readonly onSave: (text: string) => Promise<unknown>;
  readonly onSaved: () => unknown;
  readonly onCancel?: () => unknown;
}

export function CommentForm(props: CommentFormProps) {
  const { project, label, initial = "", action, failure, onSave, onSaved, onCancel } = props;
  const [text, setText] = useState(initial);
  const saving = useMutation({
    mutationFn: onSave,
    onSuccess: (_, sent) => {
      // Remove only the sent text: the person can type more during the request.
      setText((now) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now));
      return onSaved();
    },
  });
  const isEmpty = text.trim() === "";
  const save = () => {
    if (!isEmpty && !saving.isPending) saving.mutate(text);
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <CommentField
        {...{ project, label, onCancel }}
        value={text}
        onChange={setText}
        onSend={save}
      />
      <p className="comment-actions">
        <button
          type="submit"
          className={onCancel === undefined ? "button" : "button primary"}
          disabled={isEmpty || saving.isPending}
        >
          {action}
        </button>
        {onCancel === undefined ? null : (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
      {saving.error ? <Failure error={saving.error} what={failure} /> : null}
    </form>
  );
}
