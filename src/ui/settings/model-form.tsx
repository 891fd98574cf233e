import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ModelSettings } from "../../protocol/model-settings.ts";
import { putModel } from "../api/commands.ts";
import { modelQuery } from "../api/resources.ts";
import { Field } from "../components/field.tsx";
import { Failure } from "../components/states.tsx";
import { EndpointFields } from "./endpoint-fields.tsx";
import {
  draftOf,
  type EndpointDraft,
  emptyEndpoint,
  type ModelDraft,
  settingsOf,
} from "./model-draft.ts";

const MAX_ENDPOINTS = 5;

interface ModelFormProps {
  readonly project: string;
  readonly settings: ModelSettings;
}

export function ModelForm({ project, settings }: ModelFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const save = useMutation({
    mutationFn: () => putModel(project, settingsOf(draft)),
    onSuccess: (saved) => client.setQueryData(modelQuery(project).queryKey, saved),
  });
  const { endpoints } = draft;
  const change = (some: Partial<ModelDraft>) => setDraft({ ...draft, ...some });
  const changeEndpoint = (changed: EndpointDraft) =>
    change({ endpoints: endpoints.map((known) => (known.id === changed.id ? changed : known)) });
  const remove = (id: number) =>
    change({ endpoints: endpoints.filter((known) => known.id !== id) });
  const nextId = Math.max(...endpoints.map(({ id }) => id)) + 1;
  return (
    <form
      className="model-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {endpoints.map((endpoint, place) => (
        <EndpointFields
          key={endpoint.id}
          endpoint={endpoint}
          place={place}
          onChange={changeEndpoint}
          onRemove={endpoints.length > 1 ? () => remove(endpoint.id) : undefined}
        />
      ))}
      {endpoints.length < MAX_ENDPOINTS ? (
        <p>
          <button
            type="button"
            className="button small"
            onClick={() => change({ endpoints: [...endpoints, emptyEndpoint(nextId)] })}
          >
            Add an endpoint
          </button>
        </p>
      ) : null}
      <Limits draft={draft} onChange={change} />
      {save.error ? <Failure error={save.error} what="The model was not saved" /> : null}
      <p className="ask">
        <button type="submit" className="button primary" disabled={save.isPending}>
          Save the model
        </button>
      </p>
    </form>
  );
}

interface LimitsProps {
  readonly draft: ModelDraft;
  readonly onChange: (some: Partial<ModelDraft>) => void;
}

function Limits({ draft, onChange }: LimitsProps) {
  const id = useId();
  const money = { type: "number", min: 0, step: "any", required: true };
  return (
    <>
      <div className="model-prices">
        <Field
          label="$ at most per case"
          {...money}
          value={draft.usdPerCase}
          onChange={(event) => onChange({ usdPerCase: event.target.value })}
        />
        <Field
          label="$ at most per report"
          {...money}
          value={draft.usdPerJob}
          onChange={(event) => onChange({ usdPerJob: event.target.value })}
        />
        <Field
          label="$ at most per day"
          {...money}
          value={draft.usdPerDay}
          onChange={(event) => onChange({ usdPerDay: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={id}>How your memory works</label>
        <textarea
          id={id}
          rows={4}
          maxLength={8_000}
          aria-describedby={`${id}-hint`}
          value={draft.systemDescription}
          onChange={(event) => onChange({ systemDescription: event.target.value })}
        />
        <p id={`${id}-hint`} className="muted">
          What each step is for, in your own words. The agent reads it before it looks into a case.
        </p>
      </div>
    </>
  );
}
