import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Channel } from "../../protocol/api/alerts/channels.ts";
import { ERROR_TYPES } from "../../protocol/error-types.ts";
import { createRule, rulesQuery } from "../api/alerts.ts";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { isComplete, NEW_RULE, type RuleDraft, ruleOf } from "./rule-draft.ts";
import { RULE_EVENTS } from "./rule-words.ts";

interface CreateRuleDialogProps {
  readonly project: string;
  readonly channels: readonly Channel[];
  readonly onClose: () => void;
}

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function CreateRuleDialog({ project, channels, onClose }: CreateRuleDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(NEW_RULE);
  const set = (change: Partial<RuleDraft>) => setDraft((old) => ({ ...old, ...change }));
  const create = useMutation({
    mutationFn: () => createRule(project, ruleOf(draft, TIME_ZONE)),
    onSuccess: () => {
      onClose();
      return client.invalidateQueries({ queryKey: rulesQuery(project).queryKey });
    },
  });
  return (
    <FormDialog
      title="Add a rule"
      action="Add"
      change={create}
      failure="The rule was not added"
      incomplete={!isComplete(draft)}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={100}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Select
        label="Send"
        value={draft.when}
        options={[
          { value: "event", label: "Each event" },
          { value: "threshold", label: "When a threshold is reached" },
          { value: "digest", label: "A digest" },
        ]}
        onChange={(when) => set({ when })}
      />
      <When draft={draft} set={set} />
      <Filters draft={draft} set={set} />
      <Field
        label="Quiet hours from"
        type="time"
        hint={`Messages wait until the end of the quiet hours (${TIME_ZONE}). Leave the field empty for no quiet hours.`}
        value={draft.quietFrom}
        onChange={(event) => set({ quietFrom: event.target.value })}
      />
      <Field
        label="Quiet hours to"
        type="time"
        value={draft.quietTo}
        onChange={(event) => set({ quietTo: event.target.value })}
      />
      <Checks
        legend="To"
        options={channels.map(({ id, name }) => [id, name])}
        chosen={draft.channels}
        onChange={(chosen) => set({ channels: chosen })}
      />
    </FormDialog>
  );
}

interface PartProps {
  readonly draft: RuleDraft;
  readonly set: (change: Partial<RuleDraft>) => void;
}

function When({ draft, set }: PartProps): ReactNode {
  if (draft.when === "event") {
    return (
      <Checks
        legend="Events"
        options={RULE_EVENTS}
        chosen={draft.events}
        onChange={(events) => set({ events })}
      />
    );
  }
  if (draft.when === "digest") {
    return (
      <Select
        label="How often"
        value={draft.digest}
        options={[
          { value: "hourly", label: "Every hour" },
          { value: "daily", label: "Every day" },
          { value: "weekly", label: "Every week" },
        ]}
        onChange={(digest) => set({ digest })}
      />
    );
  }
  return (
    <>
      <Select
        label="Measure"
        value={draft.measure}
        options={[
          { value: "count", label: "Number of wrong answers" },
          { value: "share", label: "Percentage of all wrong answers" },
          { value: "rate", label: "Wrong answers per hour" },
        ]}
        onChange={(measure) => set({ measure })}
      />
      <Field
        label="Threshold"
        type="number"
        min="0.1"
        step="any"
        required
        value={draft.value}
        onChange={(event) => set({ value: event.target.value })}
      />
      <Field
        label="Time window in minutes"
        type="number"
        min={5}
        max={10_080}
        required
        value={draft.windowMinutes}
        onChange={(event) => set({ windowMinutes: event.target.value })}
      />
    </>
  );
}

function Filters({ draft, set }: PartProps) {
  return (
    <>
      <Checks
        legend="Only these error types"
        options={ERROR_TYPES.map((type) => [type, type])}
        chosen={draft.errorTypes}
        onChange={(errorTypes) => set({ errorTypes })}
      />
      <Field
        label="Only these operations"
        hint="Separate names with commas. Leave the field empty for all operations. The fields for systems and users work in the same way."
        value={draft.opNames}
        onChange={(event) => set({ opNames: event.target.value })}
      />
      <Field
        label="Only these memory systems"
        value={draft.systems}
        onChange={(event) => set({ systems: event.target.value })}
      />
      <Field
        label="Only these users"
        value={draft.users}
        onChange={(event) => set({ users: event.target.value })}
      />
    </>
  );
}

interface ChecksProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}

function Checks<Value extends string>({ legend, options, chosen, onChange }: ChecksProps<Value>) {
  return (
    <fieldset className="checks">
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label className="check" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() =>
              onChange(
                chosen.includes(value)
                  ? chosen.filter((other) => other !== value)
                  : [...chosen, value],
              )
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
