/** One endpoint: where it points, whether it works, and what can be done with it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Endpoint, EndpointWithSecret } from "../../protocol/api.ts";
import { deleteEndpoint, rotateSecret, sendTest, updateEndpoint } from "../api/commands.ts";
import { endpointsQuery } from "../api/resources.ts";
import { Confirm } from "../components/dialog.tsx";
import { Id } from "../components/id.tsx";
import { Moment } from "../components/moment.tsx";
import { Failure } from "../components/states.tsx";
import { TestAnswer } from "./test-answer.tsx";

interface EndpointCardProps {
  readonly project: string;
  readonly endpoint: Endpoint;
  readonly onSecret: (endpoint: EndpointWithSecret) => void;
}

type Question = "rotate" | "delete" | null;

export function EndpointCard({ project, endpoint, onSecret }: EndpointCardProps) {
  const [question, setQuestion] = useState<Question>(null);
  const { id, url, description, events, state } = endpoint;
  const actions = useEndpointActions(project, id, (rotated) => {
    setQuestion(null);
    onSecret(rotated);
  });
  const { test, toggle, rotate, remove } = actions;
  const failed = toggle.error ?? test.error;
  return (
    <article className="panel endpoint">
      <header>
        <h2>
          <code>{url}</code>
        </h2>
        <span className={state === "enabled" ? "good" : "bad"}>
          {state === "enabled" ? "● enabled" : "○ disabled"}
        </span>
      </header>
      {description ? <p className="soft">{description}</p> : null}
      {endpoint.disabledReason ? <p className="bad">{endpoint.disabledReason}</p> : null}
      <p className="muted">
        {events.join(", ")} · <Id id={id} /> · added <Moment iso={endpoint.createdAt} /> ·{" "}
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
          Send a test event
        </button>
        <button
          type="button"
          className="button small"
          disabled={toggle.isPending}
          onClick={() => toggle.mutate(state === "enabled" ? "disabled" : "enabled")}
        >
          {state === "enabled" ? "Disable" : "Enable"}
        </button>
        <button type="button" className="button small" onClick={() => setQuestion("rotate")}>
          Rotate secret
        </button>
        <button type="button" className="button small" onClick={() => setQuestion("delete")}>
          Delete
        </button>
      </div>
      {failed ? <Failure error={failed} what="That did not work" /> : null}
      {test.data ? <TestAnswer project={project} id={test.data.id} /> : null}
      {question === "rotate" ? (
        <Confirm
          title="Rotate the signing secret?"
          action="Rotate"
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={() => setQuestion(null)}
        >
          <p>
            You get a new secret. For a while deliveries carry a signature of each, so that your
            receiver can change over without losing one.
          </p>
          {rotate.error ? <Failure error={rotate.error} what="It was not rotated" /> : null}
        </Confirm>
      ) : null}
      {question === "delete" ? (
        <Confirm
          title="Delete the endpoint?"
          action="Delete the endpoint"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setQuestion(null)}
        >
          <p>
            Nothing is sent to <code>{url}</code> any more, deliveries that are still being tried
            included. To pause, disable it instead.
          </p>
          {remove.error ? <Failure error={remove.error} what="It was not deleted" /> : null}
        </Confirm>
      ) : null}
    </article>
  );
}

function useEndpointActions(
  project: string,
  id: string,
  onRotated: (endpoint: EndpointWithSecret) => void,
) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: endpointsQuery(project).queryKey });
  return {
    test: useMutation({ mutationFn: () => sendTest(project, id) }),
    toggle: useMutation({
      mutationFn: (state: Endpoint["state"]) => updateEndpoint(project, id, { state }),
      onSettled: refresh,
    }),
    rotate: useMutation({ mutationFn: () => rotateSecret(project, id), onSuccess: onRotated }),
    remove: useMutation({ mutationFn: () => deleteEndpoint(project, id), onSuccess: refresh }),
  };
}
