import { useMemo } from "react";
import { diffWords } from "../text/word-diff.ts";

/** One version of a value against the one before, as a reader of a document sees it. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => diffWords(before, after), [before, after]);
  if (changes === null) {
    return <p className="muted">The two versions are too long to compare word by word.</p>;
  }
  if (changes.every(({ kind }) => kind === "same")) {
    return <p className="muted">Both versions say the same.</p>;
  }
  return (
    <p className="trace-text diff">
      {changes.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may change twice
        if (kind === "removed") return <del key={index}>{text}</del>;
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may change twice
        if (kind === "added") return <ins key={index}>{text}</ins>;
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may change twice
        return <span key={index}>{abridged(text)}</span>;
      })}
    </p>
  );
}

const CONTEXT_CHARS = 240;

/** Long unchanged passages keep their ends. */
function abridged(text: string): string {
  if (text.length <= 3 * CONTEXT_CHARS) return text;
  return `${text.slice(0, CONTEXT_CHARS)} […] ${text.slice(-CONTEXT_CHARS)}`;
}
