/** Asks a model to merge the suggestions for one prompt into a few points. */
import * as z from "zod";
import { type Model, NOTHING_SPENT, type Structured, sumSpent } from "../protocol/model.ts";
import {
  DATA_NOTICE,
  type EarlierProposal,
  earlierProposalsText,
  type PromptAtHand,
} from "./prompt-at-hand.ts";

export interface CaseChange {
  readonly case: string;
  readonly change: string;
}

export interface RevisionPoint {
  readonly id: string;
  readonly change: string;
  readonly cases: readonly string[];
}

const BATCH = 8;
const MAX_POINTS = 10;
const MAX_CHANGE_CHARS = 600;
const MAX_ANSWER_TOKENS = 6_000;

const Answer = z.object({
  points: z
    .array(
      z.object({
        change: z.string().min(1).max(MAX_CHANGE_CHARS),
        from: z
          .array(z.string())
          .min(1)
          .describe("ids of the points and suggestions it stands for"),
      }),
    )
    .min(1)
    .max(MAX_POINTS),
});

const TASK = `Suggestions for one prompt, each made from one wrong answer, have to be joined into a short list of points for whoever rewrites the prompt.
- Join those that ask for the same; keep apart what is different; ${MAX_POINTS} points at most.
- A point is a general instruction. Add nothing that no suggestion says.
- Where suggestions contradict each other, take what helps more of them; what is in no point is left out.
- Points of earlier batches (A1, A2, …) are joined with the new suggestions (S1, S2, …): name in "from" all that a point stands for, so that none is lost.
- Leave out what was rejected before, or tried without success.`;

/** Returns the points. The point with the most cases comes first. */
export async function aggregate(
  model: Model,
  prompt: PromptAtHand,
  changes: readonly CaseChange[],
  earlier: readonly EarlierProposal[],
): Promise<Structured<readonly RevisionPoint[]>> {
  const [only] = changes;
  if (only !== undefined && changes.length === 1) {
    const point = { id: "A1", change: only.change, cases: [only.case] };
    return { ok: true, value: [point], spent: NOTHING_SPENT };
  }
  let points: readonly RevisionPoint[] = [];
  let spent = NOTHING_SPENT;
  for (let start = 0; start < changes.length; start += BATCH) {
    const batch = changes.slice(start, start + BATCH);
    const joined = await join(model, prompt, points, batch, earlier);
    if (!joined.ok) return joined;
    points = joined.value;
    spent = sumSpent(spent, joined.spent);
  }
  return { ok: true, value: points, spent };
}

async function join(
  model: Model,
  { name, text, feeds }: PromptAtHand,
  points: readonly RevisionPoint[],
  batch: readonly CaseChange[],
  earlier: readonly EarlierProposal[],
): Promise<Structured<readonly RevisionPoint[]>> {
  const cases = new Map([
    ...points.map((point) => [point.id, point.cases] as const),
    ...batch.map((one, index) => [`S${index + 1}`, [one.case]] as const),
  ]);
  const asked = {
    task: "aggregate",
    prompt: { name, text, feeds },
    earlier: earlierProposalsText(earlier),
    points: points.map(({ id, change }) => ({ id, change })),
    suggestions: batch.map(({ change }, index) => ({ id: `S${index + 1}`, change })),
  };
  const answer = await model.ask({
    messages: [
      { role: "system", text: `${TASK}\n\n${DATA_NOTICE}` },
      { role: "user", text: JSON.stringify(asked) },
    ],
    schema: Answer,
    check: (value) => {
      const unknown = value.points.flatMap(({ from }) => from).find((id) => !cases.has(id));
      return unknown && `from: there is no ${unknown.slice(0, 60)}.`;
    },
    maxTokens: MAX_ANSWER_TOKENS,
  });
  if (!answer.ok) return answer;
  const joined = answer.value.points.map(({ change, from }) => ({
    change,
    cases: [...new Set(from.flatMap((id) => cases.get(id) ?? []))],
  }));
  const value = joined
    .toSorted((a, b) => b.cases.length - a.cases.length)
    .map((point, index) => ({ id: `A${index + 1}`, ...point }));
  return { ...answer, value };
}
