import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Endpoint, EndpointWithSecret } from "../../protocol/api/webhook-endpoints.ts";
import { Failure } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { Moment } from "../components/text/moment.tsx";
import { useEndpointActions } from "./endpoint-actions.ts";
import { EndpointQuestion, type Question } from "./endpoint-question.tsx";
import { TestAnswer } from "./test-answer.tsx";

interface EndpointCardProps {
  readonly project: string;
  readonly endpoint: Endpoint;
  readonly onSecret: (endpoint: EndpointWithSecret) => void;
}

export function EndpointCard({ project, endpoint, onSecret }: EndpointCardProps) {
  const [question, setQuestion] = useState<Question>(null);
  const { id, url, description, events, state, includeTexts } = endpoint;
  const actions = useEndpointActions(project, id, (rotated) => {
    setQuestion(null);
    onSecret(rotated);
  });
  const { test, toggle } = actions;
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
        {events.join(", ")}
        {includeTexts ? " · with question, answers and reason" : ""} · <Id id={id} /> · added{" "}
        <Moment iso={endpoint.createdAt} /> ·{" "}
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
      {toggle.error ? <Failure error={toggle.error} what="The endpoint was not changed" /> : null}
      {test.error ? <Failure error={test.error} what="The test event was not sent" /> : null}
      {test.data ? <TestAnswer project={project} id={test.data.id} /> : null}
      <EndpointQuestion
        question={question}
        url={url}
        actions={actions}
        onClose={() => setQuestion(null)}
      />
    </article>
  );
}
