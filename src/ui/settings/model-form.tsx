import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ModelSettings } from "../../protocol/api/model-settings.ts";
import { putModel } from "../api/commands.ts";
import { modelQuery } from "../api/resources.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { EndpointFields } from "./endpoint-fields.tsx";
import {
  draftOf,
  type EndpointDraft,
  emptyEndpoint,
  type ModelDraft,
  type SystemDraft,
  settingsOf,
  withWorkersAi,
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
  const nextId = Math.max(-1, ...endpoints.map(({ id }) => id)) + 1;
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
          onRemove={endpoints.length > 1 || draft.workersAi ? () => remove(endpoint.id) : undefined}
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
      <WorkersAi
        settings={settings}
        isOn={draft.workersAi}
        onChange={(isOn) => setDraft(withWorkersAi(draft, isOn))}
      />
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

interface WorkersAiProps {
  readonly settings: ModelSettings;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/**
 * The switch for Workers AI. If Workers AI is not available in this installation, the switch is
 * hidden. But while Workers AI is still on in the settings, the person can switch it off here.
 */
function WorkersAi({ settings: { workersAi, workersAiModels }, isOn, onChange }: WorkersAiProps) {
  if (workersAiModels === null && !workersAi) return null;
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />{" "}
        Ask this deployment's Workers AI, without a key
        {workersAiModels === null ? " (it is not available now)" : `: ${workersAiModels.model}`}
      </label>
    </p>
  );
}

interface LimitsProps {
  readonly draft: ModelDraft;
  readonly onChange: (some: Partial<ModelDraft>) => void;
}

function Limits({ draft, onChange }: LimitsProps) {
  const id = useId();
  const money = { type: "number", min: 0, step: "any", required: true };
  const whole = { type: "number", step: 1, required: true };
  return (
    <>
      <div className="model-prices">
        <Field
          label="Maximum cost per case ($)"
          {...money}
          value={draft.usdPerCase}
          onChange={(event) => onChange({ usdPerCase: event.target.value })}
        />
        <Field
          label="Maximum cost per report or round ($)"
          {...money}
          value={draft.usdPerJob}
          onChange={(event) => onChange({ usdPerJob: event.target.value })}
        />
        <Field
          label="Maximum cost per day ($)"
          {...money}
          value={draft.usdPerDay}
          onChange={(event) => onChange({ usdPerDay: event.target.value })}
        />
      </div>
      <div className="model-prices">
        <Field
          label="Maximum tokens per case"
          {...whole}
          min={1_000}
          max={50_000_000}
          value={draft.tokensPerCase}
          onChange={(event) => onChange({ tokensPerCase: event.target.value })}
        />
        <Field
          label="Maximum steps of the agent"
          {...whole}
          min={1}
          max={200}
          value={draft.agentSteps}
          onChange={(event) => onChange({ agentSteps: event.target.value })}
        />
        <Field
          label="Maximum tokens of the agent's context"
          {...whole}
          min={4_000}
          max={1_000_000}
          value={draft.agentContextTokens}
          onChange={(event) => onChange({ agentContextTokens: event.target.value })}
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
          Describe the purpose of each step in your own words. The agent reads this text before it
          investigates a case. The model that writes reports reads this text too.
        </p>
      </div>
      <Systems systems={draft.systems} onChange={(systems) => onChange({ systems })} />
    </>
  );
}

interface SystemsProps {
  readonly systems: readonly SystemDraft[];
  readonly onChange: (systems: SystemDraft[]) => void;
}

/** Fields for notes on the project's memory systems. */
function Systems({ systems, onChange }: SystemsProps) {
  const put = (id: number, some: Partial<SystemDraft>) =>
    onChange(systems.map((item) => (item.id === id ? { ...item, ...some } : item)));
  const add = () => {
    const id = Math.max(-1, ...systems.map((item) => item.id)) + 1;
    onChange([...systems, { id, system: "", description: "" }]);
  };
  return (
    <>
      {systems.map((item) => (
        <fieldset key={item.id} className="system-description">
          <legend className="visually-hidden">Memory system {item.system}</legend>
          <Field
            label="Memory system"
            value={item.system}
            maxLength={200}
            placeholder="name of the system in its graphs"
            onChange={(event) => put(item.id, { system: event.target.value })}
          />
          <SystemText item={item} onChange={(description) => put(item.id, { description })} />
          <button
            type="button"
            className="button small"
            onClick={() => onChange(systems.filter(({ id }) => id !== item.id))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <p>
        <button type="button" className="button small" onClick={add}>
          Describe one memory system
        </button>
      </p>
    </>
  );
}

interface SystemTextProps {
  readonly item: SystemDraft;
  readonly onChange: (text: string) => void;
}

function SystemText({ item, onChange }: SystemTextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>How this memory works</label>
      <textarea
        id={id}
        rows={3}
        maxLength={8_000}
        value={item.description}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
