/**
 * Shows which operation first wrote the wrong part of the answer, and from which input this
 * operation took it. Hidden if the answer is, for example, "I do not know". Such an answer states
 * nothing that the service could trace.
 */
import type { AnswerSource, FoundAnswerSource } from "../../../protocol/api/attribution.ts";
import { Confidence } from "../../cases/case-row.tsx";
import { ClampedText } from "../../components/text/clamped-text.tsx";

interface AnswerSourcePanelProps {
  readonly source: AnswerSource;
  /** Id of the shown operation. */
  readonly shown: string | undefined;
  readonly onShow: (op: string) => void;
}

export function AnswerSourcePanel({ source, shown, onShow }: AnswerSourcePanelProps) {
  if (source.outcome === "cannot-tell" && source.because === "nothing-added") return null;
  return (
    <section className="panel answer-source">
      <header className="panel-header">
        <h2>Where the wrong answer came from</h2>
        {source.outcome === "found" ? <Confidence value={source.confidence} /> : null}
      </header>
      <ClampedText text={source.reason} limit={900} />
      {source.outcome === "found" ? (
        <dl className="fact-list">
          {placesOf(source).map(({ name, op, opName, variable, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {op === null ? (
                  <code>{variable}</code>
                ) : (
                  <button
                    type="button"
                    className="link-button"
                    aria-pressed={op === shown}
                    onClick={() => onShow(op)}
                  >
                    <code>{opName ?? op}</code>
                  </button>
                )}
                {words === "" ? null : <ClampedText text={words} />}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

type Place = FoundAnswerSource["stated"] & { readonly name: string };

function placesOf(source: FoundAnswerSource): Place[] {
  const { from, op, opName, stated, calledBy, related } = source;
  const nowhere = { variable: stated.variable, words: "" };
  return [
    { ...stated, name: "First stated by" },
    ...(op === null || op === stated.op
      ? []
      : [{ ...nowhere, op, opName, name: from === "copied" ? "Copied by" : "Reused by" }]),
    ...(calledBy === null ? [] : [{ ...nowhere, ...calledBy, name: "Called by" }]),
    ...(related === null ? [] : [{ ...related, name: RELATED_NAMES[from] }]),
  ];
}

const RELATED_NAMES: Readonly<Record<FoundAnswerSource["from"], string>> = {
  copied: "Related",
  "tool-result": "Related",
  "after-error": "After the failure of",
  "older-version": "Newer version by",
  made: "Based on words of",
};
