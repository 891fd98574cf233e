import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookEventType } from "../../protocol/api/webhook-endpoints.ts";
import { channelsQuery, createChannel } from "../api/alerts.ts";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { EventChecks } from "../webhooks/event-checks.tsx";
import { KINDS } from "./channel-kinds.ts";

type Kind = keyof typeof KINDS;

const KIND_OPTIONS = (Object.keys(KINDS) as Kind[]).map((value) => ({
  ...{ value, label: KINDS[value].label },
}));
const USUAL: readonly WebhookEventType[] = [
  "finding.opened",
  "finding.reopened",
  "finding.closed",
  "distribution.shifted",
];

interface CreateChannelDialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateChannelDialog({ project, onClose }: CreateChannelDialogProps) {
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("slack");
  const [name, setName] = useState("");
  const [secret, setSecret] = useState("");
  const [events, setEvents] = useState<WebhookEventType[]>([...USUAL]);
  const isPager = kind === "pagerduty";
  const create = useMutation({
    mutationFn: () =>
      createChannel(project, {
        ...{ kind, name, events },
        ...(isPager ? { routingKey: secret } : { address: secret }),
      }),
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
      <Select label="Service" value={kind} options={KIND_OPTIONS} onChange={setKind} />
      <Field
        label="Name"
        required
        maxLength={100}
        placeholder="On call"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={isPager ? "Integration key" : "Address"}
        hint={`${KINDS[kind].hint} It is stored encrypted and not shown again.`}
        placeholder={KINDS[kind].example}
        required
        autoComplete="off"
        type={isPager ? "text" : "url"}
        maxLength={isPager ? 32 : 2_000}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <EventChecks events={events} onChange={setEvents} />
      <p className="muted">
        Messages about wrong answers show question, answers and reason. These are personal data.
      </p>
    </FormDialog>
  );
}
