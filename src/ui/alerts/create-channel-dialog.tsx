import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { channelsQuery, createChannel } from "../api/alerts.ts";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { EventChecks } from "../webhooks/event-checks.tsx";
import {
  type ChannelDraft,
  channelOf,
  type Kind,
  NEW_CHANNEL,
  opensIssues,
  TRACKED,
  withKind,
} from "./channel-draft.ts";
import { KINDS } from "./channel-kinds.ts";

const KIND_OPTIONS = (Object.keys(KINDS) as Kind[]).map((value) => ({
  ...{ value, label: KINDS[value].label },
}));

interface CreateChannelDialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateChannelDialog({ project, onClose }: CreateChannelDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(NEW_CHANNEL);
  const set = (change: Partial<ChannelDraft>) => setDraft((old) => ({ ...old, ...change }));
  const create = useMutation({
    mutationFn: () => createChannel(project, channelOf(draft)),
    onSuccess: () => {
      onClose();
      return client.invalidateQueries({ queryKey: channelsQuery(project).queryKey });
    },
  });
  return (
    <FormDialog
      title="Add a channel"
      action="Add"
      change={create}
      failure="The channel was not added"
      onClose={onClose}
    >
      <Select
        label="Service"
        value={draft.kind}
        options={KIND_OPTIONS}
        onChange={(kind) => setDraft((old) => withKind(old, kind))}
      />
      <Field
        label="Name"
        required
        maxLength={100}
        placeholder="On call"
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Target draft={draft} set={set} />
      <EventChecks
        events={[...draft.events]}
        only={opensIssues(draft.kind) ? TRACKED : undefined}
        onChange={(events) => set({ events })}
      />
      <p className="muted">
        {opensIssues(draft.kind)
          ? "MemTrace opens one issue per finding. It closes the issue when the finding is marked as fixed, and reopens the issue when the finding comes back."
          : "Messages about wrong answers contain the question, the answers and the reason. These texts may be personal data."}
      </p>
    </FormDialog>
  );
}

const PLACES = {
  github: { label: "Repository", placeholder: "acme/agent", pattern: "[\\w.\\-]+/[\\w.\\-]+" },
  linear: { label: "Key of the team", placeholder: "ENG", pattern: "[A-Z0-9]{1,10}" },
} as const;

const TARGETS: Readonly<Record<Kind, readonly [label: string, type: string, maxLength: number]>> = {
  slack: ["Address", "url", 2_000],
  teams: ["Address", "url", 2_000],
  discord: ["Address", "url", 2_000],
  email: ["Recipients", "text", 5_000],
  pagerduty: ["Integration key", "text", 32],
  github: ["Token", "password", 500],
  linear: ["API key", "password", 500],
};

interface TargetProps {
  readonly draft: ChannelDraft;
  readonly set: (change: Partial<ChannelDraft>) => void;
}

function Target({ draft: { kind, place, target }, set }: TargetProps) {
  const [label, type, maxLength] = TARGETS[kind];
  const { hint, example } = KINDS[kind];
  return (
    <>
      {kind === "github" || kind === "linear" ? (
        <Field
          {...PLACES[kind]}
          required
          autoComplete="off"
          maxLength={140}
          value={place}
          onChange={(event) => set({ place: event.target.value })}
        />
      ) : null}
      <Field
        label={label}
        hint={
          kind === "email"
            ? hint
            : `${hint} MemTrace stores it encrypted and does not show it again.`
        }
        placeholder={example}
        required
        autoComplete="off"
        type={type}
        maxLength={maxLength}
        value={target}
        onChange={(event) => set({ target: event.target.value })}
      />
    </>
  );
}
