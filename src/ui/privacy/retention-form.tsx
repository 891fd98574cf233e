import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RetentionSettings } from "../../protocol/api/privacy/retention.ts";
import { MAX_RETENTION_DAYS, MIN_DELIVERY_DAYS, MIN_USAGE_DAYS } from "../../protocol/limits.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { putRetention, retentionQuery } from "./privacy-api.ts";

interface RetentionFormProps {
  readonly project: string;
  readonly settings: RetentionSettings;
}

const FIELDS: readonly {
  readonly name: keyof RetentionSettings;
  readonly label: string;
  readonly hint: string;
  readonly least: number;
  readonly isOptional: boolean;
}[] = [
  {
    ...{ name: "cases", label: "Days to keep wrong answers", least: 1, isOptional: true },
    hint: "The days count from the arrival of the wrong answer. After these days, MemTrace deletes the wrong answer with its labels, comments and quotes. Leave this field empty to keep wrong answers as long as their graph.",
  },
  {
    ...{ name: "reports", label: "Days to keep reports", least: 1, isOptional: true },
    hint: "Leave empty to keep all reports.",
  },
  {
    ...{ name: "deliveries", label: "Days to keep deliveries", isOptional: false },
    ...{
      least: MIN_DELIVERY_DAYS,
      hint: "Deliveries are the messages and webhooks that MemTrace sent, with their bodies.",
    },
  },
  {
    ...{ name: "usage", label: "Days to keep counts of usage", isOptional: false },
    ...{ least: MIN_USAGE_DAYS, hint: "The counts contain no texts." },
  },
];

export function RetentionForm({ project, settings }: RetentionFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Readonly<Record<keyof RetentionSettings, string>>>({
    cases: settings.cases?.toString() ?? "",
    reports: settings.reports?.toString() ?? "",
    deliveries: `${settings.deliveries}`,
    usage: `${settings.usage}`,
  });
  const save = useMutation({
    mutationFn: () =>
      putRetention(project, {
        ...{ cases: daysOrNull(draft.cases), reports: daysOrNull(draft.reports) },
        ...{ deliveries: Number(draft.deliveries), usage: Number(draft.usage) },
      }),
    onSuccess: (saved) => client.setQueryData(retentionQuery(project).queryKey, saved),
  });
  return (
    <form
      className="panel settings"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2>Retention</h2>
      {FIELDS.map(({ name, label, hint, least, isOptional }) => (
        <Field
          key={name}
          {...{ label, hint }}
          type="number"
          min={least}
          max={MAX_RETENTION_DAYS}
          step={1}
          required={!isOptional}
          placeholder={isOptional ? "no limit" : undefined}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        />
      ))}
      {save.error ? <Failure error={save.error} what="The settings were not saved" /> : null}
      <p className="ask">
        <button type="submit" className="button primary" disabled={save.isPending}>
          Save, and delete older data
        </button>
      </p>
    </form>
  );
}

const daysOrNull = (text: string): number | null => (text.trim() === "" ? null : Number(text));
