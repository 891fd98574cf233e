import * as z from "zod";
import type { ReplayEffect } from "../../../protocol/api/replays.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { planOf } from "../../routes/replays/planned-case.ts";
import { foundCase, shownOperation } from "../found.ts";
import { casePage } from "../pages.ts";
import { tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_VALUES = 6;
const MAX_STEPS = 8;

export const replayPlan = tool({
  name: "replay_plan",
  title: "How to prove a verdict",
  description:
    "Plans the replay that proves or refutes a verdict: which call to correct, what it returned or wrote, what is right according to the evidence, what runs again, and the command to run. The replay itself runs in the app's own process.",
  access: "read",
  isReadOnly: true,
  input: z.object({ case: idText.describe("id of the case, from list_cases") }),
  answer: async ({ case: id }, context) => {
    await foundCase(context, id);
    const { planned, graph } = await planOf(context.project, id);
    const { target, proves, memory, stored, steps, needed } = planned;
    return {
      facts: {
        case: id,
        canReplay: needed.length === 0,
        needed: needed.map((text) => excerpt(text)),
        proves,
        operation: shownOperation(graph, planned.op),
        correct: target && {
          operation: shownOperation(graph, target.op),
          callOfThisName: target.place,
          effect: target.effect,
          recorded: shownEffect(target.recorded),
          corrected: target.corrected && shownEffect(target.corrected),
        },
        unitsBefore: memory.length,
        unitsAtQuestion: stored.length,
        stepsToRun: steps.length,
        command: `npx --no memtrace replay ${id} --with replay.ts`,
      },
      lists: {
        firstSteps: steps.slice(0, MAX_STEPS).map(({ kind, said, at, calls }) => ({
          ...{ kind, at, said: excerpt(said.text, 120) },
          calls: calls.slice(0, MAX_VALUES).map(({ op, name }) => ({ op, name })),
        })),
      },
      page: casePage(context, id),
      next:
        target !== null && target.corrected === null
          ? "The evidence does not say what is right: give the command `--value` with the right text, or `--model`."
          : "Run the command in the app's folder. docs/replay.md describes the module.",
    };
  },
});

function shownEffect({ values, removed }: ReplayEffect) {
  return {
    values: values.slice(0, MAX_VALUES).map(({ id, name, text }) => ({
      ...{ id, name },
      text: excerpt(text),
    })),
    removed: removed.slice(0, MAX_VALUES),
  };
}
