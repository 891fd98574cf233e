import type {
  AttributedVerdict,
  Attribution,
  CauseProbability,
} from "../../protocol/api/attribution.ts";

/**
 * Adds to a decided verdict how probable each cause is. The verdict's own cause gets the verdict's
 * confidence. The suspects share the rest in proportion to their rates (see `suspects.ts`). If
 * their rates sum to less than 1, a part remains for causes that nobody named. All parts sum to 1.
 */
export function withProbabilities(verdict: Attribution): Attribution {
  if (verdict.outcome === "undecided") return verdict;
  const { errorType, op, opName, confidence } = verdict;
  const rates = verdict.suspects.reduce((sum, suspect) => sum + suspect.confidence, 0);
  const share = (1 - confidence) / Math.max(1, rates);
  const suspects = verdict.suspects
    .map((suspect) => ({ ...suspect, confidence: rounded(suspect.confidence * share) }))
    .sort((a, b) => b.confidence - a.confidence);
  const named: CauseProbability[] = [
    { errorType, op, opName, probability: rounded(confidence) },
    ...suspects.map((suspect) => ({
      errorType: suspect.errorType,
      op: suspect.op,
      opName: suspect.opName,
      probability: suspect.confidence,
    })),
  ];
  const rest = rounded(1 - named.reduce((sum, { probability }) => sum + probability, 0));
  const unnamed = { errorType: null, op: null, opName: null, probability: Math.max(0, rest) };
  return { ...verdict, suspects, probabilities: [...named, unnamed] } satisfies AttributedVerdict;
}

function rounded(probability: number): number {
  return Math.round(probability * 1_000) / 1_000;
}
