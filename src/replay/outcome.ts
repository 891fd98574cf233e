/** What a replay came to: proved, refuted, or nothing, with the reason in plain words. */

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
          reason: `With the evidence in what it read (made by ${name}), ${tested.opName} answered rightly: ${answer}. What it had read was lacking.`,
        }
      : {
          outcome: "proved",
          reason: `With the evidence in what it read (made by ${name}), ${tested.opName} still answered wrongly: ${answer}.`,
        };
  }
  return isRight
    ? {
        outcome: "proved",
        reason: `With the output of ${name} corrected, and only what lies downstream run again, the answer was right: ${answer}.`,
      }
    : {
        outcome: "refuted",
        reason: `With the output of ${name} corrected, the answer was still wrong: ${answer}. It is not at fault, or not alone: something downstream goes wrong too.`,
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
    return `Not deterministic: run again without a correction, it answered ${quoted(control.answer)}, and not ${quoted(prediction)} as recorded. Models with temperature 0 and a fixed seed, or recorded results of the functions that ask them, would be needed.`;
  if (control.isRight)
    return `The recorded answer counts as right here: ${quoted(prediction)}. A judge that knows what is wrong about it would be needed.`;
  return undefined;
}

function quoted(text: string): string {
  return `“${cutText(text, MAX_QUOTED_CHARS)}”`;
}
