/** Reads dialogs whose corrections are known. Counts how many corrections the service finds. */
import * as z from "zod";
import {
  type CorrectedTurn,
  correctedTurns,
  type Turn,
} from "../../attribution/corrections/corrected-turns.ts";
import { type Interval, wilson } from "../../statistics/wilson.ts";

/** User and assistant alternate in `turns`, starting with the user. */
const Dialog = z.strictObject({
  id: z.string(),
  language: z.string(),
  kind: z.string(),
  turns: z.array(z.string()).min(2),
  /** Index in `turns` of the wrong answer; null if the user corrects no answer. */
  wrong: z.number().int().nullable(),
  /** The right answer in the user's words; null if the user does not state it. */
  expected: z.string().nullable(),
});
export const Dialogs = z.array(Dialog);
type Dialog = z.infer<typeof Dialog>;

interface DialogScores {
  readonly dialogs: number;
  readonly corrected: number;
  readonly opened: number;
  readonly right: number;
  readonly precision: number;
  readonly precisionInterval: Interval;
  readonly found: number;
  readonly foundInterval: Interval;
  readonly byLanguage: Readonly<
    Record<string, Pick<DialogScores, "corrected" | "opened" | "right">>
  >;
  readonly mistakes: readonly { readonly id: string; readonly opened: string | null }[];
}

export function scoreDialogs(dialogs: readonly Dialog[]): DialogScores {
  const counts = { corrected: 0, opened: 0, right: 0 };
  const byLanguage: Record<string, typeof counts> = {};
  const mistakes: { id: string; opened: string | null }[] = [];
  for (const dialog of dialogs) {
    const turns = dialog.turns.map(
      (text, at): Turn => ({ speaker: at % 2 === 0 ? "user" : "assistant", text }),
    );
    const opened = correctedTurns(turns).filter(({ takenBack }) => takenBack === undefined);
    const right = opened.filter((found) => isRight(found, dialog)).length;
    const missed = dialog.wrong !== null && right === 0;
    if (missed || right < opened.length) {
      const [first] = opened;
      mistakes.push({ id: dialog.id, opened: first ? (first.reading.expected ?? "") : null });
    }
    byLanguage[dialog.language] ??= { corrected: 0, opened: 0, right: 0 };
    for (const into of [counts, byLanguage[dialog.language] ?? counts]) {
      into.corrected += dialog.wrong === null ? 0 : 1;
      into.opened += opened.length;
      into.right += right;
    }
  }
  return {
    ...{ dialogs: dialogs.length, ...counts },
    ...{ precision: counts.right / counts.opened, found: counts.right / counts.corrected },
    precisionInterval: wilson(counts.right, counts.opened),
    foundInterval: wilson(counts.right, counts.corrected),
    ...{ byLanguage, mistakes },
  };
}

function isRight({ answer, reading }: CorrectedTurn, { wrong, expected }: Dialog): boolean {
  if (answer !== wrong) return false;
  return expected === null
    ? reading.expected === undefined
    : (reading.expected ?? "").includes(expected);
}
