import { useEffect, useRef } from "react";
import { MAX_MODEL_CHARS, MAX_USD_PER_MILLION } from "../../protocol/limits.ts";
import { Field } from "../components/form/field.tsx";
import type { PriceDraft } from "./price-draft.ts";

interface PriceFieldsProps {
  readonly price: PriceDraft;
  readonly place: number;
  readonly isDisabled: boolean;
  /** If true, the new row's model field gets the cursor. */
  readonly takesFocus: boolean;
  readonly onChange: (price: PriceDraft) => void;
  readonly onRemove: () => void;
}

/** Prices of one model, or of all models whose names start with the same text. */
export function PriceFields(props: PriceFieldsProps) {
  const { price, place, isDisabled, takesFocus, onChange, onRemove } = props;
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (takesFocus) fields.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const text = (name: Exclude<keyof PriceDraft, "id">) => ({
    value: price[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...price, [name]: event.target.value }),
  });
  const usd = { type: "number", min: 0, max: MAX_USD_PER_MILLION, step: "any" };
  return (
    <fieldset ref={fields} className="price-fields" disabled={isDisabled}>
      <legend className="visually-hidden">
        Price {place + 1} {price.model}
      </legend>
      <Field
        label="Model name"
        required
        maxLength={MAX_MODEL_CHARS}
        autoComplete="off"
        spellCheck={false}
        {...text("model")}
      />
      <Field label="Price per million input tokens ($)" required {...usd} {...text("input")} />
      <Field
        label="Price per million cached tokens ($)"
        placeholder="as other input"
        {...usd}
        {...text("cached")}
      />
      <Field label="Price per million output tokens ($)" required {...usd} {...text("output")} />
      {isDisabled ? null : (
        <button
          type="button"
          className="button small"
          aria-label={`Remove price ${place + 1} ${price.model}`.trim()}
          onClick={onRemove}
        >
          Remove
        </button>
      )}
    </fieldset>
  );
}
