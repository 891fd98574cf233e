import { Field } from "../components/form/field.tsx";
import type { EndpointDraft } from "./model-draft.ts";

interface EndpointFieldsProps {
  readonly endpoint: EndpointDraft;
  readonly place: number;
  readonly onChange: (endpoint: EndpointDraft) => void;
  /**
   * Removes this endpoint. Undefined if no model would be left: this is the only endpoint, and
   * Workers AI is off.
   */
  readonly onRemove: (() => void) | undefined;
}

export function EndpointFields({ endpoint, place, onChange, onRemove }: EndpointFieldsProps) {
  const text = (name: Exclude<keyof EndpointDraft, "id" | "keyHint">) => ({
    value: endpoint[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...endpoint, [name]: event.target.value }),
  });
  const price = { type: "number", min: 0, step: "any", required: true };
  return (
    <fieldset className="model-endpoint">
      <legend>
        {place === 0 ? "Endpoint" : `Endpoint ${place + 1}, if the previous ones fail`}
      </legend>
      <Field
        label="Base URL"
        type="url"
        placeholder="https://api.openai.com/v1"
        required
        maxLength={2_000}
        {...text("url")}
      />
      <Field label="Model" required maxLength={200} autoComplete="off" {...text("model")} />
      <Field
        label="Key"
        type="password"
        autoComplete="off"
        placeholder={endpoint.keyHint === null ? "none" : `stored, ${endpoint.keyHint}`}
        hint="MemTrace stores the key encrypted and never shows it again. If you do not change the URL, leave this field empty to keep the stored key."
        {...text("key")}
      />
      <div className="model-prices">
        <Field
          label="Price per million input tokens ($)"
          {...price}
          {...text("usdPerMillionInput")}
        />
        <Field
          label="Price per million output tokens ($)"
          {...price}
          {...text("usdPerMillionOutput")}
        />
      </div>
      <Field
        label="Model for embeddings"
        maxLength={200}
        autoComplete="off"
        hint="Optional. MemTrace uses this model to look for evidence if a case comes without evidence."
        {...text("embeddingsModel")}
      />
      {endpoint.embeddingsModel === "" ? null : (
        <Field
          label="Price per million embedded tokens ($)"
          {...price}
          {...text("usdPerMillionEmbedded")}
        />
      )}
      {onRemove ? (
        <p>
          <button type="button" className="button small" onClick={onRemove}>
            Remove this endpoint
          </button>
        </p>
      ) : null}
    </fieldset>
  );
}
