import { ERROR_TYPES, type ErrorType } from "../../../protocol/error-types.ts";
import { MAX_QUEUE_CASES } from "../../../protocol/limits.ts";
import { Field, Select } from "../../components/form/field.tsx";
import { LOOKS } from "../../error-types.ts";
import { type SelectionDraft, SOURCE_LABELS, SOURCES } from "./selection.ts";

interface SelectionFieldsProps {
  readonly draft: SelectionDraft;
  readonly onChange: (draft: SelectionDraft) => void;
}

export function SelectionFields({ draft, onChange }: SelectionFieldsProps) {
  const change = (fields: Partial<SelectionDraft>) => onChange({ ...draft, ...fields });
  const types: readonly { value: ErrorType | ""; label: string }[] = [
    { value: "", label: "any" },
    ...ERROR_TYPES.map((value) => ({ value, label: LOOKS[value].label })),
  ];
  return (
    <>
      <Select
        label="Cases"
        value={draft.source}
        options={SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
        onChange={(source) => change({ source })}
      />
      {draft.source === "unsure" ? (
        <Field
          label="Confidence below, in percent"
          type="number"
          min={1}
          max={100}
          required
          hint="Cases with an undecided verdict are included too."
          value={draft.below}
          onChange={({ target }) => change({ below: target.value })}
        />
      ) : null}
      <div className="queue-fields">
        <Select
          label="Error type"
          value={draft.errorType}
          options={types}
          onChange={(errorType) => change({ errorType })}
        />
        <Field
          label="Memory system"
          placeholder="any"
          value={draft.system}
          onChange={({ target }) => change({ system: target.value })}
        />
        <Field
          label="Words"
          placeholder="in question or answers"
          maxLength={200}
          value={draft.search}
          onChange={({ target }) => change({ search: target.value })}
        />
      </div>
      <div className="queue-fields">
        <Field
          label="Maximum number of cases, chosen at random"
          type="number"
          min={1}
          max={MAX_QUEUE_CASES}
          placeholder="all"
          value={draft.sample}
          onChange={({ target }) => change({ sample: target.value })}
        />
        <Field
          label="Seed"
          maxLength={100}
          placeholder="any text"
          hint="If you use the same seed again, MemTrace chooses the same cases."
          value={draft.seed}
          onChange={({ target }) => change({ seed: target.value })}
        />
      </div>
    </>
  );
}
