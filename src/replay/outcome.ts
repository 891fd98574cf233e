/** Decides whether a replay proves or refutes the verdict, or is inconclusive, and says why. */

import type { ReplayFacts, ReplayOutcome, ReplayPlan } from "../protocol/api/replays.ts";
import { cutText } from "../text/cut-text.ts";

const MAX_QUOTED_CHARS = 300;

type Tested = Pick<ReplayPlan, "proves" | "opName" | "prediction" | "expected">;

export function outcomeOf(
  facts: ReplayFacts,
  tested: Tested,
): { outcome: ReplayOutcome; reason: string } {
  const unclear = whyInconclusive(facts, tested);
  if (unclear !== undefined) return { outcome: "inconclusive", reason: unclear };
  const { corrected, correction } = facts;
  const isRight = corrected?.isRight === true;
  const answer = quoted(corrected?.answer ?? "");
  const name = correction?.opName ?? "";
  if (tested.proves === "withstand") {
    return isRight
      ? {
          outcome: "refuted",
          reason: `With the evidence in its context (made by ${name}), ${tested.opName} gave the right answer: ${answer}. Its recorded context was incomplete.`,
        }
      : {
          outcome: "proved",
          reason: `With the evidence in its context (made by ${name}), ${tested.opName} still gave a wrong answer: ${answer}.`,
        };
  }
  return isRight
    ? {
        outcome: "proved",
        reason: `With the output of ${name} corrected, and only downstream steps run again, the answer was right: ${answer}.`,
      }
    : {
        outcome: "refuted",
        reason: `With the output of ${name} corrected, the answer was still wrong: ${answer}. It is not at fault, or not alone: a downstream step fails too.`,
      };
}

function whyInconclusive(
  { needed, control, corrected, correction }: ReplayFacts,
  { prediction }: Tested,
): string | undefined {
  const [need] = needed;
  if (need !== undefined) return need;
  if (control === null || corrected === null || correction === null)
    return "It was not run with and without a correction: both are needed.";
  if (!control.isSame)
    return `Not deterministic: without a correction, the replay answered ${quoted(control.answer)}, and not ${quoted(prediction)} as recorded. Use models with temperature 0 and a fixed seed, or declare \`result\` for the functions that call them.`;
  if (control.isRight)
    return `The recorded answer counts as right here: ${quoted(prediction)}. Give a \`judge\` that knows what is wrong about it.`;
  return undefined;
}

function quoted(text: string): string {
  return `“${cutText(text, MAX_QUOTED_CHARS)}”`;
}
