/** Shows a channel, with buttons to test, disable or delete it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Channel } from "../../protocol/api/alerts/channels.ts";
import { channelsQuery, deleteChannel, testChannel, updateChannel } from "../api/alerts.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TestAnswer } from "../webhooks/test-answer.tsx";
import { labelOf } from "./channel-kinds.ts";

interface ChannelCardProps {
  readonly project: string;
  readonly channel: Channel;
}

export function ChannelCard({ project, channel }: ChannelCardProps) {
  const { id, kind, name, address, unsubscribed, events, state, disabledReason, createdAt } =
    channel;
  const [isDeleting, setDeleting] = useState(false);
  const { test, toggle, remove } = useChannelActions(project, id);
  return (
    <article className="panel endpoint">
      <header>
        <h2>{name}</h2>
        <span className={state === "enabled" ? "good" : "bad"}>
          {state === "enabled" ? "● enabled" : "○ disabled"}
        </span>
      </header>
      <p className="soft">
        {labelOf(kind)} · <code>{address}</code>
      </p>
      {unsubscribed.length > 0 ? (
        <p className="soft">Unsubscribed: {unsubscribed.join(", ")}</p>
      ) : null}
      {disabledReason ? <p className="bad">{disabledReason}</p> : null}
      <p className="muted">
        {events.length === 0 ? "only messages from rules" : events.join(", ")} · <Id id={id} /> ·
        added <Moment iso={createdAt} /> ·{" "}
        <Link to="/p/$project/deliveries" params={{ project }} search={{ endpoint: id }}>
          deliveries
        </Link>
      </p>
      <div className="endpoint-actions">
        <button
          type="button"
          className="button small"
          disabled={test.isPending || state === "disabled"}
          onClick={() => test.mutate()}
        >
          Send a test message
        </button>
        <button
          type="button"
          className="button small"
          disabled={toggle.isPending}
          onClick={() => toggle.mutate(state === "enabled" ? "disabled" : "enabled")}
        >
          {state === "enabled" ? "Disable" : "Enable"}
        </button>
        <button type="button" className="button small" onClick={() => setDeleting(true)}>
          Delete
        </button>
      </div>
      {toggle.error ? <Failure error={toggle.error} what="The channel was not changed" /> : null}
      {test.error ? <Failure error={test.error} what="The test message was not sent" /> : null}
      {test.data ? <TestAnswer project={project} id={test.data.id} /> : null}
      {isDeleting ? (
        <Confirm
          title="Delete the channel?"
          action="Delete the channel"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        >
          <p>
            Nothing is sent to {name} any more, not even messages that MemTrace is still retrying.
            To pause the channel, disable it instead.
          </p>
          {remove.error ? (
            <Failure error={remove.error} what="The channel was not deleted" />
          ) : null}
        </Confirm>
      ) : null}
    </article>
  );
}

function useChannelActions(project: string, id: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: channelsQuery(project).queryKey });
  return {
    test: useMutation({ mutationFn: () => testChannel(project, id) }),
    toggle: useMutation({
      mutationFn: (state: Channel["state"]) => updateChannel(project, id, { state }),
      onSettled: refresh,
    }),
    remove: useMutation({ mutationFn: () => deleteChannel(project, id), onSuccess: refresh }),
  };
}
