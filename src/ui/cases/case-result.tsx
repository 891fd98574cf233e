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
  /** If true, shows the full name of the error type. */
  readonly full?: boolean;
}

/**
 * Shows the error type with its sub-kind, or "undecided". Before the verdict, shows the state of
 * the attribution.
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
