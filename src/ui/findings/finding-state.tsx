import type { FindingState as State } from "../../protocol/api/findings.ts";

const TONES: Readonly<Record<State, string>> = {
  open: "bad",
  reopened: "bad",
  acknowledged: "soft",
  fixed: "good",
};

/** The state of a finding, in one word. */
export function FindingState({ state }: { state: State }) {
  return <span className={TONES[state]}>{state}</span>;
}
