import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_SKIP_REASON_CHARS } from "../../protocol/limits.ts";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { skipItem } from "./queues-api.ts";

interface SkipDialogProps {
  readonly project: string;
  readonly queue: string;
  /** Id of the item to skip. */
  readonly item: string;
  readonly onSkipped: () => void;
  readonly onClose: () => void;
}

export function SkipDialog({ project, queue, item, onSkipped, onClose }: SkipDialogProps) {
  const [reason, setReason] = useState("");
  const skip = useMutation({
    mutationFn: () => skipItem(project, queue, item, reason),
    onSuccess: () => {
      onClose();
      onSkipped();
    },
  });
  return (
    <FormDialog
      title="Skip this case"
      action="Skip and go on"
      change={skip}
      failure="The case was not skipped"
      incomplete={reason.trim() === ""}
      onClose={onClose}
    >
      <Field
        label="Reason"
        required
        maxLength={MAX_SKIP_REASON_CHARS}
        placeholder="such as: the evidence is missing"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
