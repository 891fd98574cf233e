import type { Attribution } from "../../protocol/api/attribution.ts";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { costOf } from "../text/cost.ts";

const BY = {
  flow: "Decided by the flow tracer",
  oracle: "Decided by the flow tracer with a model's answers to its questions",
  agent: "Decided by an agent that looked into the case",
} as const;

const SAID = { yes: "✓ stated", partly: "~ partly stated", no: "✗ not stated" } as const;

/** What decided the verdict, its cost, and the questions to a model. */
export function WhoDecided({ attribution }: { attribution: Attribution }) {
  const { decidedBy, spent, answers = [] } = attribution;
  if (decidedBy === undefined) return null;
  return (
    <>
      <p className="muted">
        {BY[decidedBy]}
        {spent ? `: ${costOf(spent)}` : ""}.
      </p>
      {answers.length > 0 ? (
        <details className="behind">
          <summary>What the model was asked</summary>
          <ul className="model-asked">
            {answers.map(({ detail, states, words }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the answers have no identity
              <li key={place}>
                <b>{SAID[states]}</b> <ClampedText text={`“${detail}”`} limit={200} />
                {words === "" ? null : (
                  <ClampedText text={`In the words: “${words}”`} limit={200} />
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
