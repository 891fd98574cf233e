/** The inferred answer of a case without an expected one, which a person can accept or change. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Label } from "../../protocol/api/annotation/labels.ts";
import type { Case } from "../../protocol/api/api.ts";
import type { Attribution } from "../../protocol/api/attribution.ts";
import { joinedLabels, labelsQuery, refreshLabels, setLabel } from "../api/labels.ts";
import { useMay } from "../api/may.ts";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";

interface InferredAnswersProps {
  readonly project: string;
  readonly item: Case;
  readonly attribution: Attribution;
}

export function InferredAnswers({ project, item, attribution }: InferredAnswersProps) {
  const { inferred = [] } = attribution;
  const [first] = inferred;
  if (first === undefined || item.expected.length > 0) return null;
  return (
    <section className="panel" aria-label="Inferred answer">
      <h2>No expected answer is known</h2>
      <p>
        {inferred.length === 1
          ? "The tracer inferred an answer from the message that fits the question best, and followed it. It may be wrong."
          : "Messages state different answers, so the tracer followed none of them."}
      </p>
      <dl className="fact-list">
        <div>
          <dt>Given answer</dt>
          <dd>
            <ClampedText text={item.prediction} limit={280} />
          </dd>
        </div>
        <div>
          <dt>{inferred.length === 1 ? "Inferred answer" : "Possible answers"}</dt>
          <dd>
            {inferred.map(({ answer, from, words }) => (
              <span key={from}>
                {answer === words ? null : <b>{answer}</b>}
                {answer === words ? "all of the message " : ", from the message "}
                <Link
                  to="/p/$project/graphs/$graph/variables/$variable"
                  params={{ project, graph: item.graph, variable: from }}
                >
                  {words}
                </Link>
              </span>
            ))}
          </dd>
        </div>
      </dl>
      {attribution.outcome === "attributed" ? (
        <Decision {...{ project, item, answer: first.answer }} verdict={attribution} />
      ) : null}
    </section>
  );
}

interface DecisionProps {
  readonly project: string;
  readonly item: Case;
  readonly answer: string;
  readonly verdict: Pick<Label, "errorType" | "op" | "link">;
}

/** Accepting is a label with the answer. A label of the person's own keeps its cause. */
function Decision({ project, item, answer, verdict }: DecisionProps) {
  const [text, setText] = useState(answer);
  const query = useInfiniteQuery(labelsQuery(project, item.id));
  const mayLabel = useMay(project, "label");
  const client = useQueryClient();
  const own = joinedLabels(query.data?.pages ?? [])?.items.find(
    ({ author, isCurrent, isAdjudication }) => author.isYou && isCurrent && !isAdjudication,
  );
  const { errorType, op, link } = verdict;
  const start = own?.label ?? { errorType, op, link, reason: "", also: [] };
  const accept = useMutation({
    mutationFn: () => setLabel(project, item.id, { ...start, expected: [text.trim()] }),
    onSuccess: () => refreshLabels(client, project, item.id),
  });
  if (!mayLabel || !query.data) return null;
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate();
      }}
    >
      <Field
        label="Expected answer"
        hint="Accept the inferred answer, or change it first. If it is wrong, label the case below."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={accept.isPending || text.trim() === ""}>
        {text.trim() === answer ? "Accept" : "Save changed answer"}
      </button>
      {own?.label?.expected?.[0] === text.trim() ? <span className="muted">Accepted</span> : null}
      {accept.error ? <Failure error={accept.error} what="The answer was not saved" /> : null}
    </form>
  );
}
