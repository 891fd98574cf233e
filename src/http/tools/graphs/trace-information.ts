import * as z from "zod";
import { Effort, TooMuchEffort } from "../../../attribution/effort.ts";
import { describedFact } from "../../../attribution/survival/count-facts.ts";
import type { TracedFact } from "../../../attribution/survival/follow-facts.ts";
import { followText } from "../../../attribution/survival/follow-text.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type { Variable } from "../../../graph/model.ts";
import type { DerivedValue } from "../../../protocol/api/explorer/derived.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { contentStems } from "../../../text/words.ts";
import { boundedWork, tooCostly } from "../../bounded-work.ts";
import { ApiError } from "../../errors.ts";
import { derivedPage } from "../../graphs/ledger/derived-answer.ts";
import { foundGraph, shownOperation } from "../found.ts";
import { pageOf } from "../pages.ts";
import { type ToolAnswer, tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_TEXT_CHARS = 1_000;
const MAX_MESSAGES = 3;
const MAX_REACHED = 200;
const TOO_LARGE = "The graph is too large to follow this information. Use search_graph and blame.";

export const traceInformation = tool({
  name: "trace_information",
  title: "Where did this information go?",
  description:
    "Follows a statement of a message through the memory: the units, prompts and answers that repeat it, whether the memory still holds it, and the operation that lost it.",
  access: "read",
  isReadOnly: true,
  input: z.object({
    graph: idText.describe("id of the graph"),
    text: z
      .string()
      .min(1)
      .max(MAX_TEXT_CHARS)
      .describe("the statement, such as a sentence of a message"),
  }),
  answer: async ({ graph: id, text }, context): Promise<ToolAnswer> => {
    const graph = await foundGraph(context, id);
    const wanted = new Set(contentStems(text));
    if (wanted.size === 0) {
      throw new ApiError(
        "invalid_request",
        "text: contains no word that can be followed. Give a statement.",
      );
    }
    const { closest, stating, facts } = await followed(graph, text);
    const [first] = stating;
    if (first === undefined) {
      return {
        facts: { graph: id, outcome: "no message states this" },
        lists: { closestMessages: closest.slice(0, MAX_MESSAGES).map(shownMessage) },
        page: pageOf(context, "graphs", id),
        next: "Use the words of a message, or find it with search_graph.",
      };
    }
    const { items } = await derivedPage(graph, first.id, { limit: MAX_REACHED });
    const reached = items
      .map((item) => ({ item, share: sharedBy(wanted, contentStems(item.text)) }))
      .filter(({ share }) => share > 0);
    return {
      facts: { graph: id, outcome: outcomeOf(facts), message: shownMessage(first) },
      lists: {
        details: facts.map((fact) => shownFact(fact, graph)),
        reached: reached.map(({ item, share }) => shownValue(item, share)),
        otherMessages: stating.slice(1, MAX_MESSAGES).map(shownMessage),
      },
      page: pageOf(context, "graphs", id, "derived", first.id),
      next: "blame shows where a unit's words came from. what_did_it_know shows the memory at a moment.",
    };
  },
});

async function followed(graph: EvolutionGraph, text: string) {
  try {
    return await boundedWork(followText(graph, text, new Effort()), TOO_LARGE);
  } catch (error) {
    if (error instanceof TooMuchEffort) throw tooCostly(TOO_LARGE);
    throw error;
  }
}

function sharedBy(wanted: ReadonlySet<string>, stems: readonly string[]): number {
  return new Set(stems.filter((stem) => wanted.has(stem))).size / wanted.size;
}

const shownMessage = ({ id, value }: Variable) => ({ message: id, text: excerpt(value) });

function shownFact(fact: TracedFact, graph: EvolutionGraph) {
  const { kind, detail, fate, wasStored, errorType, op, carrier } = describedFact(fact, graph);
  return {
    ...{ kind, detail: excerpt(detail, 120), fate, wasStored, errorType },
    lostAt: shownOperation(graph, op),
    lastStatedBy: carrier,
  };
}

function shownValue({ variable, role, text, isHeld, removedBy }: DerivedValue, share: number) {
  return {
    ...{ role, variable, text: excerpt(text, 160) },
    shareOfWords: Math.round(share * 100) / 100,
    ...(isHeld === null ? {} : { isHeld }),
    ...(removedBy.length === 0 ? {} : { removedBy: removedBy.slice(0, 5) }),
  };
}

function outcomeOf([statement, ...details]: readonly TracedFact[]): string {
  const lost = details.filter(({ fate }) => fate === "lost").length;
  switch (statement?.fate) {
    case "kept":
      return lost === 0
        ? "kept: the memory states it at the end"
        : `kept in part: the memory lost ${lost} of its details`;
    case "lost":
      return "lost: `details` names the operation";
    default:
      return "not read: no operation on a path to the memory read the message";
  }
}
