import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EndpointWithSecret, WebhookEventType } from "../../protocol/api/webhook-endpoints.ts";
import { createEndpoint } from "../api/commands.ts";
import { endpointsQuery } from "../api/resources.ts";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { isOnThisMachine } from "../text/address.ts";
import { EVENTS, EventChecks } from "./event-checks.tsx";

/**
 * Says which URLs a person can enter. If MemTrace runs on the person's own machine, a URL on this
 * machine is allowed too.
 */
const ALLOWED = isOnThisMachine(window.location.origin)
  ? "Use an https address that is reachable from the internet, or an http address on this machine, such as http://localhost:3000."
  : "Use an https address that is reachable from the internet.";

interface CreateEndpointDialogProps {
  readonly project: string;
  readonly onClose: () => void;
  readonly onCreated: (endpoint: EndpointWithSecret) => void;
}

export function CreateEndpointDialog(props: CreateEndpointDialogProps) {
  const { project, onClose, onCreated } = props;
  const client = useQueryClient();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<WebhookEventType[]>(
    EVENTS.map(([event]) => event).filter((event) => event !== "audit.recorded"),
  );
  const [includeTexts, setIncludeTexts] = useState(false);
  const create = useMutation({
    mutationFn: () => createEndpoint(project, { url, description, events, includeTexts }),
    onSuccess: (endpoint) => {
      onCreated(endpoint);
      return client.invalidateQueries({ queryKey: endpointsQuery(project).queryKey });
    },
  });
  return (
    <FormDialog
      title="Add an endpoint"
      action="Add"
      change={create}
      failure="The endpoint was not added"
      incomplete={events.length === 0}
      onClose={onClose}
    >
      <Field
        label="Address"
        type="url"
        placeholder="https://example.com/memtrace"
        hint={`${ALLOWED} Redirects count as failures.`}
        required
        maxLength={2_000}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field
        label="Description"
        maxLength={200}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <EventChecks events={events} onChange={setEvents} />
      <label className="check">
        <input
          type="checkbox"
          checked={includeTexts}
          onChange={(event) => setIncludeTexts(event.target.checked)}
        />
        Send question, answers and reason with each verdict{" "}
        <span className="muted">These texts may be personal data.</span>
      </label>
    </FormDialog>
  );
}
