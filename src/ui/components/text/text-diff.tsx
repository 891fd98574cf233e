import { useMemo } from "react";
import { diffTexts } from "../../text/word-diff.ts";
import { ClampedText } from "./clamped-text.tsx";

/** Shows the changes between two versions of a value. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => diffTexts(before, after), [before, after]);
  if (changes === null) {
    return (
      <>
        <p className="muted">The two texts are too long to compare. This is the later text:</p>
        <p className="trace-text">
          <ClampedText text={after} limit={2_000} />
        </p>
      </>
    );
  }
  if (changes.every(({ kind }) => kind === "same")) {
    return <p className="muted">The two versions have the same text.</p>;
  }
  return <ChangedText parts={changes} />;
}

interface TextPart {
  readonly kind: "added" | "removed" | "same";
  readonly text: string;
}

/** Shows a text with marks on deleted and added parts. */
export function ChangedText({ parts }: { parts: readonly TextPart[] }) {
  return (
    <p className="trace-text diff">
      {parts.map(({ kind, text }, index) => {
        const Tag = ({ added: "ins", removed: "del", same: "span" } as const)[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may change twice
        return <Tag key={index}>{kind === "same" ? abridged(text) : text}</Tag>;
      })}
    </p>
  );
}

const CONTEXT_CHARS = 240;

/** Keeps only the start and end of a long unchanged part. */
function abridged(text: string): string {
  if (text.length <= 3 * CONTEXT_CHARS) return text;
  return `${text.slice(0, CONTEXT_CHARS)} […] ${text.slice(-CONTEXT_CHARS)}`;
}
