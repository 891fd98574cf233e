/** Asks the project's model about the graph. The answer links to the graph's records. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import type { Citation, GraphAnswer } from "../../../protocol/api/explorer/ask.ts";
import { MAX_QUESTION_CHARS } from "../../../protocol/api/explorer/ask-bounds.ts";
import { askGraph } from "../../api/commands.ts";
import { useMay } from "../../api/may.ts";
import { modelQuery } from "../../api/resources.ts";
import { Failure, Skeleton } from "../../components/page/states.tsx";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { shortenMiddle } from "../../text/shorten.ts";
import { count } from "../../text/time.ts";
import { OperationLink, VariableLink } from "../../variable/variable-link.tsx";
import "./ask.css";

interface AskPanelProps {
  readonly project: string;
  readonly graph: string;
}

export function AskPanel({ project, graph }: AskPanelProps) {
  const mayAsk = useMay(project, "write");
  const { data: model } = useQuery(modelQuery(project));
  const ask = useMutation({ mutationFn: (question: string) => askGraph(project, graph, question) });
  if (model !== undefined && model.endpoints.length === 0 && !model.workersAi) {
    return (
      <section className="panel graph-ask">
        <p>
          The project has no model to ask.{" "}
          <Link to="/p/$project/settings" params={{ project }}>
            Set one in the settings
          </Link>
          .
        </p>
      </section>
    );
  }
  return (
    <section className="panel graph-ask">
      <AskForm isDisabled={!mayAsk || ask.isPending} onAsk={(question) => ask.mutate(question)} />
      {mayAsk ? null : (
        <p className="muted">
          With your role, you can read this graph, but you cannot ask the model about it.
        </p>
      )}
      {ask.isPending ? <Skeleton /> : null}
      {ask.error ? <Failure error={ask.error} what="The question was not answered" /> : null}
      {ask.data ? <Answered project={project} graph={graph} answer={ask.data} /> : null}
    </section>
  );
}

interface AskFormProps {
  readonly isDisabled: boolean;
  readonly onAsk: (question: string) => void;
}

function AskForm({ isDisabled, onAsk }: AskFormProps) {
  const id = useId();
  const [question, setQuestion] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(question.trim());
  };
  return (
    <form onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Ask this graph</label>
        <textarea
          id={id}
          rows={2}
          maxLength={MAX_QUESTION_CHARS}
          placeholder="Why did the agent not know the name of the dog?"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <p className="muted">
          The project's model reads this graph to answer. The cost counts toward the project's
          spending limit.
        </p>
      </div>
      <button type="submit" className="button" disabled={isDisabled || question.trim() === ""}>
        Ask
      </button>
    </form>
  );
}

function Answered({ project, graph, answer }: AskPanelProps & { readonly answer: GraphAnswer }) {
  const { answer: text, citations, steps, model } = answer;
  return (
    <div className="ask-answer" role="status">
      <p>
        <ClampedText text={text} limit={4_000} />
      </p>
      <h2>Evidence</h2>
      {citations.length === 0 ? (
        <p className="muted">The model cites no record of this graph, so check its answer.</p>
      ) : (
        <ul>
          {citations.map((citation) => (
            <li key={`${citation.kind} ${citation.id}`}>
              <CitationLink project={project} graph={graph} citation={citation} />{" "}
              <ClampedText text={citation.text} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          {count(steps.length)} {steps.length === 1 ? "step" : "steps"} of the model
        </summary>
        <ol>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps have no identity
            <li key={index}>
              <code>{step.tool}</code> <ClampedText text={step.arguments} limit={200} />
              {step.isError ? <span className="muted"> (refused)</span> : null}
            </li>
          ))}
        </ol>
      </details>
      <p className="muted">Written by {model}. A model can be wrong.</p>
    </div>
  );
}

function CitationLink({ project, graph, citation }: AskPanelProps & { citation: Citation }) {
  const { kind, id } = citation;
  if (kind === "variable") return <VariableLink {...{ project, graph, variable: id }} />;
  if (kind === "operation") return <OperationLink {...{ project, graph, op: id }} />;
  return (
    <Link to="/p/$project/cases/$case" params={{ project, case: id }} title={id}>
      <code>{shortenMiddle(id, 40)}</code>
    </Link>
  );
}
