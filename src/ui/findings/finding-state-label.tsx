import type { FindingState } from "../../protocol/api/insights/findings.ts";

const TONES: Readonly<Record<FindingState, string>> = {
  open: "bad",
  reopened: "bad",
  acknowledged: "soft",
  fixed: "good",
};

export function FindingStateLabel({ state }: { state: FindingState }) {
  return <span className={TONES[state]}>{state}</span>;
}
