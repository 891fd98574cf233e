import { useState } from "react";
import type { HealthBoundSetting } from "../../protocol/api/explorer/health-bounds.ts";
import {
  FIGURE_NAMES,
  HEALTH_FIGURES,
  type HealthFigure,
} from "../../protocol/api/explorer/health-words.ts";
import { Field, Select } from "../components/form/field.tsx";

interface BoundFormProps {
  readonly isSaving: boolean;
  readonly onSave: (bound: HealthBoundSetting) => void;
}

const FIGURES = HEALTH_FIGURES.map((value) => ({ value, label: FIGURE_NAMES[value] }));

/** Lets a person set a bound for one figure. The new bound replaces an earlier one. */
export function BoundForm({ isSaving, onSave }: BoundFormProps) {
  const [figure, setFigure] = useState<HealthFigure>("survival");
  const [percent, setPercent] = useState("80");
  const [days, setDays] = useState("30");
  const isSurvival = figure === "survival";
  return (
    <form
      className="bound-form"
      onSubmit={(event) => {
        event.preventDefault();
        const period = isSurvival && days.trim() !== "" ? Number(days) : null;
        onSave({ figure, bound: Number(percent) / 100, days: period });
      }}
    >
      <Select label="Figure" value={figure} options={FIGURES} onChange={setFigure} />
      <Field
        label={isSurvival ? "Minimum in %" : "Maximum in %"}
        {...{ type: "number", min: 0, max: 100, step: 0.1, required: true, value: percent }}
        onChange={({ target }) => setPercent(target.value)}
      />
      {isSurvival ? (
        <Field
          label="Period of messages, in days"
          {...{ type: "number", min: 1, max: 400, step: 1, placeholder: "all", value: days }}
          onChange={({ target }) => setDays(target.value)}
        />
      ) : null}
      <button type="submit" className="button" disabled={isSaving}>
        Set the bound
      </button>
    </form>
  );
}
