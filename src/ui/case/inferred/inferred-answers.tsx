/**
 * Shows an inferred answer and its source message. A person can accept, change or refuse the
 * answer.
 */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AnswerCorrection } from "../../../protocol/api/annotation/corrections.ts";
import type { Case } from "../../../protocol/api/api.ts";
import type { InferredAnswer } from "../../../protocol/api/attribution.ts";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { Decisions } from "./decisions.tsx";

interface InferredAnswersProps {
  readonly project: string;
  readonly item: Case;
}

export function InferredAnswers({ project, item }: InferredAnswersProps) {
  const { correction, attribution } = item;
  const inferred = attribution?.inferred ?? [];
  const traced = item.expected.length === 0 ? inferred : [];
  if (correction === null && traced.length === 0 && item.decisions === 0) return null;
  const isTraced = attribution?.outcome === "attributed" ? traced[0]?.answer : undefined;
  const proposed = isTraced ?? correction?.expected ?? undefined;
  return (
    <section className="panel" aria-label="Inferred answer">
      <h2>{headingOf(item)}</h2>
      {correction === null ? null : <p>{correctionText(item, correction)}</p>}
      {traced.length === 0 ? null : (
        <p>
          {traced.length === 1
            ? "MemTrace inferred the expected answer from the message that matches the question best. The inferred answer may be wrong."
            : "Messages state different answers, so MemTrace did not choose one as the expected answer."}
        </p>
      )}
      <dl className="fact-list">
        <div>
          <dt>Given answer</dt>
          <dd>
            <ClampedText text={item.prediction} limit={280} />
          </dd>
        </div>
        {correction === null ? null : (
          <CorrectionFacts {...{ project, correction }} graph={item.graph} />
        )}
        {traced.length === 0 ? null : (
          <div>
            <dt>{traced.length === 1 ? "Inferred answer" : "Possible answers"}</dt>
            <dd>
              {traced.map((each) => (
                <Traced key={each.from} {...{ project, ...each }} graph={item.graph} />
              ))}
            </dd>
          </div>
        )}
      </dl>
      <Decisions key={proposed} {...{ project, item, proposed }} />
    </section>
  );
}

function headingOf({ correction, expected, decisions }: Case): string {
  if (decisions > 0)
    return expected.length > 0 ? "The expected answer was confirmed" : "The answer was refused";
  return correction === null ? "No expected answer is known" : "The user corrected this answer";
}

function correctionText({ expected }: Case, correction: AnswerCorrection): string {
  if (correction.takenBack !== null)
    return "The user withdrew this correction in a later message, so the given answer may be right.";
  if (correction.expected === null)
    return "The user asked the same question again. No message states the right answer.";
  return expected[0] === correction.expected
    ? "The expected answer is inferred from the wording of the correction. It may be wrong."
    : "The expected answer does not come from the correction.";
}

interface CorrectionFactsProps {
  readonly project: string;
  readonly graph: string;
  readonly correction: AnswerCorrection;
}

function CorrectionFacts({ project, graph, correction }: CorrectionFactsProps) {
  const { message, words, expected, saidBefore, takenBack } = correction;
  const to = (variable: string, text: ReactNode) => (
    <VariableAt {...{ project, graph, variable }}>{text}</VariableAt>
  );
  return (
    <>
      <div>
        <dt>The user said later</dt>
        <dd>{to(message, words)}</dd>
      </div>
      {expected === null ? null : (
        <div>
          <dt>Inferred from the correction</dt>
          <dd>
            <b>{expected}</b>
          </dd>
        </div>
      )}
      {saidBefore === null ? null : (
        <div>
          <dt>Stated before in</dt>
          <dd>{to(saidBefore, saidBefore)}</dd>
        </div>
      )}
      {takenBack === null ? null : (
        <div>
          <dt>Withdrawn in</dt>
          <dd>{to(takenBack, takenBack)}</dd>
        </div>
      )}
    </>
  );
}

function Traced(props: InferredAnswer & { readonly project: string; readonly graph: string }) {
  const { project, graph, answer, from, words } = props;
  return (
    <span>
      {answer === words ? null : <b>{answer}</b>}
      {answer === words ? "all of the message " : ", from the message "}
      <VariableAt {...{ project, graph }} variable={from}>
        {words}
      </VariableAt>
    </span>
  );
}

interface VariableAtProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: string;
  readonly children: ReactNode;
}

function VariableAt({ project, graph, variable, children }: VariableAtProps) {
  return (
    <Link to="/p/$project/graphs/$graph/variables/$variable" params={{ project, graph, variable }}>
      {children}
    </Link>
  );
}
