import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ArmResult } from "../../src/local/loop/arm.ts";
import { type ArmRun, loopFigures } from "../../src/local/loop/figures.ts";
import type { BlameMode } from "../../src/protocol/api/proposals.ts";
import { NOTHING_SPENT } from "../../src/protocol/model.ts";

function run(
  attribution: BlameMode,
  before: readonly boolean[],
  after: readonly boolean[],
  failure: string | null = null,
): ArmRun {
  const round = {
    ...{ seen: before, unseen: after, cases: [], replays: [], suggestions: [], accepted: [] },
    ...{ spent: NOTHING_SPENT, failure },
  };
  const result: ArmResult = {
    task: {
      ...{ seed: 1, attribution, rounds: 1 },
      ...{ conversationsPerRound: 1, unseenConversations: 1 },
    },
    before,
    rounds: [round],
    prompts: {},
  };
  return { result, usage: NOTHING_SPENT };
}

const answers = fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 1 });

describe("Y figures of the loop", () => {
  test("Y45 the loop is better only if it answers more than before and more than the baseline", () => {
    fc.assert(
      fc.property(answers, (asked) => {
        const before = asked.map(([right]) => right);
        const ours = asked.map(([, right]) => right);
        const theirs = asked.map(([, , right]) => right);
        const runs = [run("decisive", before, ours), run("response", before, theirs)];
        const figures = loopFigures(runs, [], 1);
        const count = (right: readonly boolean[]) => right.filter(Boolean).length;
        expect(figures.loop.before).toMatchObject({
          right: count(before),
          questions: asked.length,
        });
        expect(figures.loop.after.right).toBe(count(ours));
        expect(figures.baseline.after.right).toBe(count(theirs));
        const { gained, lost } = figures.loopAgainstBaseline;
        expect(gained - lost).toBe(count(ours) - count(theirs));
        expect(figures.ok).toBe(count(ours) > count(before) && count(ours) > count(theirs));
      }),
    );
  });

  test("Y45 a failed round, or a question that the script could not answer, is no success", () => {
    const better = run("decisive", [false, false], [true, true]);
    const baseline = run("response", [false, false], [true, false]);
    expect(loopFigures([better, baseline], [], 1).ok).toBe(true);
    expect(loopFigures([better, baseline], ["What is that?"], 1).ok).toBe(false);
    const failed = run("response", [false, false], [true, false], "The model is not there.");
    const figures = loopFigures([better, failed], [], 1);
    expect(figures.ok).toBe(false);
    expect(figures.baseline.failures).toEqual(["The model is not there."]);
  });
});
