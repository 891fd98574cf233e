import type { CaseSummary } from "../../protocol/api/api.ts";
import { TypeChip, UndecidedChip } from "../components/text/type-chip.tsx";

const STATE_WORDS = {
  queued: "queued",
  running: "running…",
  failed: "failed",
  done: "done",
} as const;

interface CaseResultProps {
  readonly item: Pick<CaseSummary, "outcome" | "errorType" | "state">;
  /** Whether to show the full name of the error type. */
  readonly full?: boolean;
}

/** The error type, "undecided", or the state of the attribution. */
export function CaseResult({ item: { outcome, errorType, state }, full = false }: CaseResultProps) {
  if (errorType !== null) return <TypeChip type={errorType} full={full} />;
  if (outcome === "undecided") return <UndecidedChip />;
  return (
    <span className="state-word" data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
