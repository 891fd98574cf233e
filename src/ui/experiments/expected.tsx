import { ClampedText } from "../components/text/clamped-text.tsx";

export function Expected({ answers }: { answers: readonly string[] }) {
  if (answers.length === 0) return <span className="muted">not known</span>;
  return <ClampedText text={answers.join(" | ")} limit={200} />;
}
