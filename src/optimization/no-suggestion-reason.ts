/** Explains in one sentence why a round made no proposal. The sentence contains no trace text. */
import type { SuggestionOutcome } from "../protocol/api/proposals.ts";

const MEANING: Readonly<Record<SuggestionOutcome, string>> = {
  unfixable: "no prompt could have prevented",
  outdated: "came from another version of the prompt than the one in use",
  failed: "led to no usable suggestion",
  suggested: "led to a suggestion that got into no prompt",
};

/** @param outcomes one outcome for each wrong answer of the round */
export function noSuggestionReason(outcomes: readonly SuggestionOutcome[]): string {
  if (outcomes.length === 0) return "No proposal: there was no wrong answer to look at.";
  const meanings = Object.entries(MEANING) as [SuggestionOutcome, string][];
  const parts = meanings.flatMap(([outcome, meaning]) => {
    const count = outcomes.filter((one) => one === outcome).length;
    return count === 0 ? [] : `${count} ${meaning}`;
  });
  const [last = "", ...others] = parts.toReversed();
  const told = others.length === 0 ? last : `${others.toReversed().join(", ")}, and ${last}`;
  const answers = outcomes.length === 1 ? "wrong answer" : "wrong answers";
  return `No proposal: of ${outcomes.length} ${answers}, ${told}.`;
}
