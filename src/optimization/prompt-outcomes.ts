/** Counts the judged answers of each prompt version. */
import type { ScoredAnswer } from "../attribution/cases/scored-answers.ts";
import type { FoundPrompt } from "./find-prompts.ts";

export interface PromptOutcome {
  readonly prompt: FoundPrompt;
  /** Start of the hour in which the answers were given, in milliseconds since the epoch. */
  readonly hour: number;
  readonly answered: number;
  readonly wrong: number;
}

const HOUR_MS = 3_600_000;

/**
 * For each prompt, counts each judged answer once. The answer counts for the version of the prompt
 * that was in use: the last version that an operation read before the answer was given.
 */
export function promptOutcomes(
  prompts: readonly FoundPrompt[],
  answers: readonly ScoredAnswer[],
): PromptOutcome[] {
  return [...Map.groupBy(prompts, ({ name }) => name).values()].flatMap((versions) => {
    const uses = versions
      .flatMap((prompt) => prompt.uses.map(({ at }) => ({ prompt, at })))
      .sort((a, b) => a.at - b.at);
    const counted = new Map<string, PromptOutcome>();
    for (const { at, isWrong } of answers) {
      const prompt = lastUntil(uses, at)?.prompt;
      if (prompt === undefined) continue;
      const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
      const key = `${hour} ${prompt.variable}`;
      const { answered = 0, wrong = 0 } = counted.get(key) ?? {};
      counted.set(key, { prompt, hour, answered: answered + 1, wrong: wrong + (isWrong ? 1 : 0) });
    }
    return [...counted.values()];
  });
}

/** Returns the last use that started at or before this time. `uses` must be sorted by `at`. */
function lastUntil<U extends { readonly at: number }>(uses: readonly U[], at: number) {
  let [low, high] = [0, uses.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((uses[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return uses[low - 1];
}
