import type { CaseSummary } from "../../protocol/api/api.ts";
import { TypeChip, UndecidedChip } from "../components/text/type-chip.tsx";

const STATE_WORDS = {
  queued: "queued",
  running: "running…",
  failed: "failed",
  done: "done",
} as const;

interface CaseResultProps {
  readonly item: Pick<CaseSummary, "outcome" | "errorType" | "subKind" | "state">;
  /** If true, shows the error type's full name. */
  readonly full?: boolean;
}

/**
 * Shows the error type with sub-kind, or "undecided". Without a verdict, shows the attribution's
 * state.
 */
export function CaseResult({ item, full = false }: CaseResultProps) {
  const { outcome, errorType, subKind, state } = item;
  if (errorType !== null)
    return (
      <span className="case-result">
        <TypeChip type={errorType} full={full} />
        {subKind === null ? null : <span className="sub-kind">{subKind}</span>}
      </span>
    );
  if (outcome === "undecided") return <UndecidedChip />;
  return (
    <span className="state-word" data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
