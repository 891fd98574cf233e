/** Shows a step of a transcript, with links for record ids. */
import { Link } from "@tanstack/react-router";
import type {
  AgentStep,
  Mention,
  StageStep,
  TranscriptStep,
} from "../../../protocol/api/transcript.ts";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { STAGE, TELLS } from "./stage-words.ts";

interface StepProps {
  readonly project: string;
  readonly graph: string;
  readonly step: TranscriptStep;
}

export function TranscriptStepView({ project, graph, step }: StepProps) {
  return (
    <>
      {step.by === "oracle" ? <StageRead step={step} /> : <AgentSaid step={step} />}
      {step.mentions.length === 0 ? null : (
        <p className="muted">
          In the graph:{" "}
          {step.mentions.map((mention) => (
            <span key={mention.name}>
              <RecordLink project={project} graph={graph} mention={mention} />{" "}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function StageRead({ step: { stage, text, answer, quotes, tells, failure } }: { step: StageStep }) {
  return (
    <>
      <b>The model read: {STAGE[stage]}</b>
      <p>
        <ClampedText text={text} limit={300} />
      </p>
      {failure === null ? (
        <p>
          {tells === null ? "" : `${TELLS[tells]}. `}
          <ClampedText text={answer === "" ? "The text gives no answer." : `Answer: “${answer}”`} />
        </p>
      ) : (
        <p>No answer: {failure}</p>
      )}
      {quotes.length === 0 ? null : (
        <p>
          <ClampedText text={`Quoted: “${quotes.join("”, “")}”`} limit={300} />
        </p>
      )}
    </>
  );
}

function AgentSaid({ step: { text, calls } }: { step: AgentStep }) {
  return (
    <>
      <b>The agent {calls.length === 0 ? "called no tool" : "called"}</b>
      {text === "" ? null : (
        <p>
          <ClampedText text={text} limit={300} />
        </p>
      )}
      {calls.map(({ tool, input, result }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored call has no other identity
        <div key={place} className="transcript-call">
          <code>{tool}</code> <ClampedText text={input} limit={200} />
          <p>
            <ClampedText text={result} limit={200} />
          </p>
        </div>
      ))}
    </>
  );
}

interface RecordLinkProps {
  readonly project: string;
  readonly graph: string;
  readonly mention: Mention;
}

function RecordLink({ project, graph, mention: { kind, id, name } }: RecordLinkProps) {
  return kind === "operation" ? (
    <Link
      to="/p/$project/graphs/$graph/operations/$op"
      params={{ project, graph, op: id }}
      title={id}
    >
      {name}
    </Link>
  ) : (
    <Link
      to="/p/$project/graphs/$graph/variables/$variable"
      params={{ project, graph, variable: id }}
      title={id}
    >
      {name}
    </Link>
  );
}
