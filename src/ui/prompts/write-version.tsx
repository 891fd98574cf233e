/** Writing a version of a prompt, or a new prompt. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { PromptVersion } from "../../protocol/prompts.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Failure } from "../components/states.tsx";
import { promptQuery, promptsQuery, writePrompt } from "./prompts-api.ts";

interface WriteVersionProps {
  readonly project: string;
  /** What is begun with, where it is a version of a known prompt. */
  readonly of?: { readonly name: string; readonly text: string };
  readonly onClose: () => void;
  readonly onWritten: (version: PromptVersion) => void;
}

export function WriteVersion({ project, of, onClose, onWritten }: WriteVersionProps) {
  const [name, setName] = useState(of?.name ?? "");
  const [text, setText] = useState(of?.text ?? "");
  const id = useId();
  const client = useQueryClient();
  const write = useMutation({
    mutationFn: () => writePrompt(project, { name, text }),
    onSuccess: async (written) => {
      await client.invalidateQueries({ queryKey: promptQuery(project, written.prompt).queryKey });
      client.invalidateQueries({ queryKey: promptsQuery(project).queryKey });
      onClose();
      onWritten(written);
    },
  });
  return (
    <Dialog title={of ? `New version of ${of.name}` : "Write a prompt"} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate();
        }}
      >
        <div className="dialog-body">
          {of ? null : (
            <Field
              label="Name"
              hint="As the app asks for it."
              required
              maxLength={512}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <div className="field">
            <label htmlFor={id}>Text</label>
            <textarea
              id={id}
              rows={16}
              required
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <p className="muted">Nothing is served by writing it.</p>
          {write.error ? <Failure error={write.error} what="The version was not stored" /> : null}
        </div>
        <footer>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={write.isPending}>
            Store the version
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
