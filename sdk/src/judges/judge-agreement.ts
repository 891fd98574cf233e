import type { Judgement } from "../core/options.ts";
import type { Undecided } from "../experiments/experiment-options.ts";
import type { JudgedText } from "./judge-instructions.ts";

export interface LabelledAnswer extends JudgedText {
  readonly right: boolean;
}

export interface JudgeAgreement {
  /** Answers for which the judge gave a verdict. */
  readonly compared: number;
  readonly same: number;
  readonly undecided: number;
  /**
   * Share of compared answers on which the judge and people agree. `low` and `high` are its 95%
   * interval (Wilson).
   */
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
  /**
   * Cohen's kappa: how much the agreement exceeds chance. Null if no answers were compared, or if
   * the judge and the people gave every answer the same verdict.
   */
  readonly kappa: number | null;
  /** Answers on which the judge and people disagree. */
  readonly different: readonly { readonly answer: LabelledAnswer; readonly reason: string }[];
}

type Judge = (answer: LabelledAnswer) => PromiseLike<Partial<Judgement> | Undecided>;

const Z = 1.96;
const AT_ONCE = 4;

/** Asks the judge for a verdict on each answer and compares it with the people's verdict. */
export async function judgeAgreement(
  judge: Judge,
  labelled: readonly LabelledAnswer[],
): Promise<JudgeAgreement> {
  const verdicts: { said: boolean | undefined; reason: string }[] = [];
  const waiting = labelled.entries();
  const next = async () => {
    for (const [at, answer] of waiting) {
      const { score, reason = "" } = await judge(answer);
      const isDecided = score !== null && score !== undefined;
      verdicts[at] = { said: isDecided ? Number(score) >= 0.5 : undefined, reason };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return compared(labelled, verdicts);
}

function compared(
  labelled: readonly LabelledAnswer[],
  verdicts: readonly { said: boolean | undefined; reason: string }[],
): JudgeAgreement {
  const decided = labelled.flatMap((answer, at) => {
    const { said, reason = "" } = verdicts[at] ?? {};
    return said === undefined ? [] : [{ answer, said, reason }];
  });
  const different = decided.filter(({ answer, said }) => answer.right !== said);
  const total = decided.length;
  const same = total - different.length;
  const share = total === 0 ? null : same / total;
  const both = (of: (each: (typeof decided)[number]) => boolean) => decided.filter(of).length;
  const right = both(({ answer }) => answer.right);
  const said = both((each) => each.said);
  const chance = (right * said + (total - right) * (total - said)) / total ** 2;
  return {
    ...{ compared: total, same, undecided: labelled.length - total, share },
    ...interval(same, total),
    kappa: share === null || chance === 1 ? null : (share - chance) / (1 - chance),
    different: different.map(({ answer, reason }) => ({ answer, reason })),
  };
}

function interval(hits: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 };
  const share = hits / total;
  const scale = 1 + Z ** 2 / total;
  const middle = share + Z ** 2 / (2 * total);
  const reach = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  return {
    low: Math.max(0, (middle - reach) / scale),
    high: Math.min(1, (middle + reach) / scale),
  };
}
