/** A form for a new version or a new prompt. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { PromptVersion } from "../../protocol/api/prompts.ts";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { promptQuery, promptsQuery, writePrompt } from "./prompts-api.ts";

interface WriteVersionProps {
  readonly project: string;
  /**
   * For a new version, the name of the prompt and the text to start with. Undefined if the person
   * writes a new prompt.
   */
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
    <FormDialog
      title={of ? `New version of ${of.name}` : "Write a prompt"}
      action="Store the version"
      change={write}
      failure="The version was not stored"
      onClose={onClose}
    >
      {of ? null : (
        <Field
          label="Name"
          hint="The name by which your app asks for this prompt."
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
      <p className="muted">
        Agents get this version only after somebody chooses it as the active or canary version on
        the page of the prompt and presses “Serve”.
      </p>
    </FormDialog>
  );
}
