import * as z from "zod";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import {
  KnownPrompts,
  type LoadedCase,
  lookAtCase,
} from "../../../jobs/optimization/load-cases.ts";
import { promptsBehind } from "../../../optimization/find-prompts.ts";
import { fixAdvice } from "../../../optimization/fix-advice.ts";
import type { Attribution } from "../../../protocol/api/attribution.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { Sentences } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import { foundCase, foundGraph, shownOperation } from "../found.ts";
import { pageOf } from "../pages.ts";
import { type ToolContext, tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_SUGGESTIONS = 3;
const MAX_INSTRUCTIONS = 3;
const MAX_PROMPTS = 3;

export const proposeFix = tool({
  name: "propose_fix",
  title: "What to change",
  description:
    "Says how to prevent a wrong answer: which instructions to change in the prompt behind the operation at fault, what they must ask for, what to check in code, and what the optimizer suggested before. It asks no model and changes nothing. Replace the instruction in your app, then prove the change with replay_plan.",
  access: "read",
  isReadOnly: true,
  input: z.object({ case: idText.describe("id of the case, from list_cases") }),
  answer: async ({ case: id }, context) => {
    const { project } = context;
    const found = await foundCase(context, id);
    const graph = await foundGraph(context, found.graph);
    const known = await KnownPrompts.of(project, null);
    const loaded = await lookAtCase(project, graph, found, EVERY_PROMPT, known);
    const advice = adviceFor(found.attribution);
    const { items } = await project.proposals.suggestions({ case: id }, undefined, MAX_SUGGESTIONS);
    return {
      facts: {
        case: id,
        operation: shownOperation(graph, found.op),
        errorType: found.errorType,
        subKind: found.subKind,
        ...promptsOf(loaded, advice?.about ?? "", context),
        recordedPrompts:
          loaded?.brief === undefined && found.op !== null
            ? recordedPrompts(graph, found.op, advice?.about ?? "")
            : [],
        newInstruction: advice?.instruction ?? null,
        checkInCode: advice?.code ?? null,
      },
      lists: {
        earlierSuggestions: items.map(({ outcome, prompt, change, why, proposal }) => ({
          ...{ outcome, prompt, change: excerpt(change, 600), why: excerpt(why) },
          proposal: proposal && pageOf(context, "proposals", proposal),
        })),
      },
      page: pageOf(context, "cases", id),
      next: "replay_plan says how to prove the change.",
    };
  },
});

const EVERY_PROMPT = { prompts: null, attribution: "decisive" } as const;

function adviceFor(verdict: Attribution | null) {
  if (verdict?.outcome !== "attributed") return null;
  return fixAdvice(verdict.errorType, verdict.subKind);
}

function promptsOf(loaded: LoadedCase | undefined, about: string, context: ToolContext) {
  if (loaded?.brief === undefined) return { prompts: [], whyNoPrompt: loaded?.why ?? null };
  return {
    prompts: loaded.prompts.map(({ id, name, version, text, feeds }) => ({
      ...{ prompt: id, name, version, feeds, characters: text.length },
      instructions: instructionsAbout(about, text),
      page: pageOf(context, "prompts", id),
    })),
  };
}

function recordedPrompts(graph: EvolutionGraph, op: string, about: string) {
  return promptsBehind(graph, op)
    .slice(0, MAX_PROMPTS)
    .map(({ name, variable, text }) => ({
      ...{ name, variable, characters: text.length },
      instructions: instructionsAbout(about, text),
    }));
}

function instructionsAbout(about: string, text: string): string[] {
  const sentences = new Sentences().of(text);
  const wanted = new Set(contentStems(about));
  return sentences
    .map((sentence) => ({
      text: sentence.text,
      shared: new Set(sentence.stems.filter((stem) => wanted.has(stem))).size,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_INSTRUCTIONS)
    .map((one) => excerpt(one.text));
}
