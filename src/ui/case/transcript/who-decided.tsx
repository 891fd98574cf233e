import type { Attribution } from "../../../protocol/api/attribution.ts";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { costOf } from "../../text/cost.ts";
import { STAGE, TELLS } from "./stage-words.ts";

const BY = {
  flow: "Decided by the flow tracer, which compares words",
  oracle: "Decided by the flow tracer, with a model's answers about each stage",
  agent: "Decided by an agent that investigated the case",
} as const;

/**
 * Shows by which method the service reached the verdict, and what this cost. If a model was asked
 * about each stage, shows its answers too.
 */
export function WhoDecided({ attribution }: { attribution: Attribution }) {
  const { decidedBy, spent, models, answers = [] } = attribution;
  if (decidedBy === undefined) return null;
  return (
    <>
      <p className="muted">
        {BY[decidedBy]}
        {spent ? `: ${costOf(spent)}` : ""}
        {spent && models ? ` (${models})` : ""}.
      </p>
      {answers.length > 0 ? (
        <details className="behind">
          <summary>What the model answered at each stage</summary>
          <ul className="model-asked">
            {answers.map(({ stage, op, tells, answer, quotes }) => (
              <li key={`${stage} ${op}`}>
                <b>{TELLS[tells]}</b>: {STAGE[stage]}
                {op === null ? null : (
                  <>
                    {" "}
                    (<code>{op}</code>)
                  </>
                )}
                {answer === "" ? null : <ClampedText text={`Answer: “${answer}”`} limit={200} />}
                {quotes.length === 0 ? null : (
                  <ClampedText text={`Quoted: “${quotes.join("”, “")}”`} limit={200} />
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
