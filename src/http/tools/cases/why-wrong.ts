import * as z from "zod";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type {
  AttributedVerdict,
  Attribution,
  ChainStep,
  UndecidedVerdict,
} from "../../../protocol/api/attribution.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { foundCase, foundGraph, shownOperation } from "../found.ts";
import { casePage } from "../pages.ts";
import { type ToolAnswer, tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

/**
 * If another cause has a higher probability than this, it is reported as probably at fault too.
 */
const AT_FAULT = 0.25;
const MAX_LOST = 8;

export const whyWrong = tool({
  name: "why_wrong",
  title: "Why was this answer wrong?",
  description:
    "Says which operation of the memory made an answer wrong: the operation with its source line if recorded, which information was lost, how it failed, the confidence, whether a replay proved it, and other operations that are probably at fault too. Start here, then call propose_fix.",
  access: "read",
  isReadOnly: true,
  input: z.object({ case: idText.describe("id of the case, from list_cases") }),
  answer: async ({ case: id }, context): Promise<ToolAnswer> => {
    const found = await foundCase(context, id);
    const graph = await foundGraph(context, found.graph);
    const { attribution, state } = found;
    const head = {
      case: id,
      graph: found.graph,
      question: excerpt(found.query),
      expected: found.expected.slice(0, 3).map((text) => excerpt(text)),
      answered: excerpt(found.prediction),
      verdictState: state,
    };
    const page = casePage(context, id);
    if (attribution === null) {
      return { facts: { ...head, why: waiting(state, found.failure) }, page };
    }
    return {
      facts: {
        ...head,
        ...verdictOf(graph, attribution),
        proof: found.proof ?? "not replayed",
        label: found.label && { errorType: found.label.errorType, op: found.label.op },
        sourceOfWrongAnswer: sourceOf(attribution),
      },
      lists: listsOf(graph, attribution),
      page,
      next:
        attribution.outcome === "attributed"
          ? "propose_fix says what to change; replay_plan says how to prove the verdict."
          : "trace_information follows a statement through the memory.",
    };
  },
});

function waiting(state: string, failure: string | null): string {
  if (state === "failed") return `The attribution failed: ${excerpt(failure ?? "unknown reason")}`;
  return "The verdict is not ready. Call this tool again in a few seconds.";
}

function verdictOf(graph: EvolutionGraph, verdict: Attribution) {
  return verdict.outcome === "attributed" ? decided(graph, verdict) : undecided(verdict);
}

function decided(graph: EvolutionGraph, verdict: AttributedVerdict) {
  const { errorType, subKind, confidence, reason, op, lost, details } = verdict;
  return {
    errorType,
    subKind,
    confidence,
    why: excerpt(reason, 600),
    operation: shownOperation(graph, op),
    lostWords: lost.slice(0, MAX_LOST).map((text) => excerpt(text)),
    lostInformation: details
      .slice(0, MAX_LOST)
      .map(({ text, from }) => ({ text: excerpt(text), message: from })),
  };
}

function undecided({ because, reason, remedy }: UndecidedVerdict) {
  return { errorType: null, undecidedBecause: because, why: excerpt(reason, 600), remedy };
}

function sourceOf({ source }: Attribution) {
  if (source?.outcome !== "found") return null;
  const { from, op, opName, stated, reason } = source;
  return {
    from,
    op,
    opName,
    value: stated.variable,
    words: excerpt(stated.words),
    reason: excerpt(reason, 600),
  };
}

function listsOf(graph: EvolutionGraph, verdict: Attribution): Record<string, unknown[]> {
  if (verdict.outcome === "undecided") return { notes: verdict.notes.map((note) => excerpt(note)) };
  const others = (verdict.probabilities ?? []).filter(
    ({ op, errorType, probability }) =>
      probability > AT_FAULT && !(op === verdict.op && errorType === verdict.errorType),
  );
  return {
    alsoAtFault: others.map(({ errorType, op, probability }) => ({
      ...{ errorType, probability },
      operation: shownOperation(graph, op),
    })),
    chain: verdict.chain.map(shownStep),
    ruledOut: verdict.suspects.map(({ op, opName, errorType, whyNot }) => ({
      ...{ op, opName, errorType },
      whyNot: excerpt(whyNot),
    })),
    notes: verdict.notes.map((note) => excerpt(note)),
  };
}

function shownStep({ variable, op, opName, role, carried, decisive }: ChainStep) {
  return { variable, role, op, opName, carried, ...(decisive ? { decisive } : {}) };
}
