import { ClampedText } from "./clamped-text.tsx";
import { JudgeReason } from "./judge-reason.tsx";
import "./answers.css";

interface AnswersProps {
  readonly item: {
    readonly expected: readonly string[];
    readonly prediction: string;
    readonly judgeReason?: string | null;
  };
}

export function Answers({ item: { expected, prediction, judgeReason } }: AnswersProps) {
  return (
    <dl className="answers">
      <div>
        <dt>Expected</dt>
        <dd>
          {expected.length === 0 ? <p className="muted">not given</p> : null}
          {[...new Set(expected)].map((answer) => (
            <ClampedText key={answer} text={answer} limit={400} />
          ))}
        </dd>
      </div>
      <div>
        <dt>Answered</dt>
        <dd>
          <ClampedText text={prediction} limit={400} />
        </dd>
      </div>
      {judgeReason ? (
        <div>
          <dt>Judge</dt>
          <dd className="soft">
            <JudgeReason text={judgeReason} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
