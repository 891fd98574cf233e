import type { Variable } from "../../graph/model.ts";

/** Usual constant of reciprocal rank fusion: an item at rank r gets the score 1 / (60 + r). */
const RRF_K = 60;

/**
 * Combines rankings by reciprocal rank fusion. Variables with equal scores keep the order of the
 * first ranking.
 */
export function fused(rankings: readonly (readonly Variable[])[]): Variable[] {
  const scores = new Map<Variable, number>();
  for (const ranking of rankings) {
    for (const [place, variable] of ranking.entries()) {
      scores.set(variable, (scores.get(variable) ?? 0) + 1 / (RRF_K + place + 1));
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([variable]) => variable);
}

/**
 * Ranks the variables by how similar their vectors are to `asked`, most similar first. The vector
 * of `variables[i]` is `vectors[i]`.
 */
export function rankedByVectors(
  asked: readonly number[],
  variables: readonly Variable[],
  vectors: readonly (readonly number[])[],
): Variable[] {
  return variables
    .map((variable, index) => ({ variable, likeness: cosine(asked, vectors[index] ?? []) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ variable }) => variable);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, left, right] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    left += value * value;
    right += other * other;
  }
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right);
}
