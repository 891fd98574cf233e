import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Finding, FindingRef } from "../../../protocol/api/insights/findings.ts";
import { Field, Select } from "../../components/form/field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { firstLine } from "../../text/shorten.ts";
import { findingsQuery, mergeFinding } from "../findings-api.ts";

interface MergeDialogProps {
  readonly project: string;
  readonly finding: Finding;
  readonly onMerged: (target: Finding) => unknown;
  readonly onClose: () => void;
}

/** Lets a person choose the finding into which the page's finding is merged. */
export function MergeDialog({ project, finding, onMerged, onClose }: MergeDialogProps) {
  const [picked, setPicked] = useState<string>();
  const [note, setNote] = useState("");
  const all = useQuery(findingsQuery(project)).data?.items ?? [];
  const others = all.filter(({ id }) => id !== finding.id);
  const target = picked ?? others[0]?.id ?? "";
  const merge = useMutation({
    mutationFn: () => mergeFinding(project, finding.id, { into: target, note: note.trim() }),
    onSuccess: (merged) => {
      onClose();
      return onMerged(merged);
    },
  });
  return (
    <FormDialog
      title="Merge this finding"
      action="Merge"
      change={merge}
      failure="The finding was not merged"
      incomplete={target === ""}
      onClose={onClose}
    >
      <p>
        From now on, the wrong answers of this finding, old and new, count for the other finding.
        You can separate the two findings again.
      </p>
      {others.length === 0 ? (
        <p className="muted">There is no other finding.</p>
      ) : (
        <Select
          label="Merge into"
          value={target}
          options={others.map((other) => ({ value: other.id, label: nameOf(other) }))}
          onChange={setPicked}
        />
      )}
      <Field
        label="Note"
        maxLength={2_000}
        placeholder="why they are one problem"
        value={note}
        onChange={({ target: field }) => setNote(field.value)}
      />
    </FormDialog>
  );
}

const nameOf = ({ title, system }: FindingRef) =>
  `${firstLine(title, 100)}${system === null ? "" : ` · ${firstLine(system, 40)}`}`;
