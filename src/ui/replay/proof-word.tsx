import type { ReplayOutcome } from "../../protocol/api/replays.ts";
import { Icon } from "../components/page/icon.tsx";

const PROOF_WORDS: Readonly<Record<ReplayOutcome, string>> = {
  proved: "proved",
  refuted: "refuted",
  inconclusive: "inconclusive",
};
const LOOK = {
  proved: { tone: "good", icon: "check" },
  refuted: { tone: "bad", icon: "cross" },
  inconclusive: { tone: "muted", icon: "warning" },
} as const;

/** Shows in one word whether replays proved the verdict. */
export function ProofWord({ proof }: { proof: ReplayOutcome }) {
  const { tone, icon } = LOOK[proof];
  return (
    <span className={`proof-word ${tone}`}>
      <Icon name={icon} size={14} /> {PROOF_WORDS[proof]}
    </span>
  );
}
