import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from "../../protocol/limits.ts";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { auditSettingsQuery, putAuditSettings } from "./audit-api.ts";

interface RetentionProps {
  readonly project: string;
  readonly isOwner: boolean;
}

/** Shows how long the audit log keeps entries. An owner can change this time. */
export function Retention({ project, isOwner }: RetentionProps) {
  const days = useQuery(auditSettingsQuery(project)).data?.days;
  const [isChanging, setChanging] = useState(false);
  if (days === undefined) return null;
  return (
    <p className="lead-line muted">
      Entries are kept for {days} days. Nobody can change or delete them earlier.{" "}
      {isOwner ? (
        <button type="button" className="link-button" onClick={() => setChanging(true)}>
          Change
        </button>
      ) : null}
      {isChanging ? (
        <DaysDialog project={project} days={days} onClose={() => setChanging(false)} />
      ) : null}
    </p>
  );
}

interface DaysDialogProps {
  readonly project: string;
  readonly days: number;
  readonly onClose: () => void;
}

function DaysDialog({ project, days, onClose }: DaysDialogProps) {
  const [value, setValue] = useState(`${days}`);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => putAuditSettings(project, { days: Number(value) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [project, "audit-settings"] });
      await client.invalidateQueries({ queryKey: [project, "audit"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Keep the audit log"
      action="Save"
      change={change}
      failure="The setting was not changed"
      onClose={onClose}
    >
      <Field
        label="Days"
        type="number"
        required
        min={MIN_AUDIT_DAYS}
        max={MAX_AUDIT_DAYS}
        value={value}
        hint="Older entries of the whole organization are deleted within an hour. This cannot be undone."
        onChange={({ target }) => setValue(target.value)}
      />
    </FormDialog>
  );
}
