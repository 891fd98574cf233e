import * as z from "zod";
import { rankByWords } from "../../../attribution/evidence/bm25.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import { storeAtInTurns } from "../../../graph/memory/store.ts";
import type { Variable } from "../../../graph/model.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { timeIn } from "../../../protocol/query-values.ts";
import { Sentences } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import { TURN } from "../../bounded-work.ts";
import { ApiError } from "../../errors.ts";
import { isoTime } from "../../graphs/graph-views.ts";
import { foundGraph } from "../found.ts";
import { graphPage } from "../pages.ts";
import { type ToolContext, tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_UNITS = 20;
const MAX_ABOUT_CHARS = 1_000;

export const whatDidItKnow = tool({
  name: "what_did_it_know",
  title: "What did the memory hold?",
  description:
    "Shows the memory units that a graph's memory held at a moment, the most relevant to a question first. Tells whether a fact was in the memory when a question was answered.",
  access: "read",
  isReadOnly: true,
  input: z.object({
    graph: idText.describe("id of the graph"),
    moment: idText
      .optional()
      .describe(
        "a time (ISO 8601), or the id of a case for the time of its answer; by default the end",
      ),
    about: z
      .string()
      .max(MAX_ABOUT_CHARS)
      .optional()
      .describe("a question or words; only units that share some of its words are shown"),
    limit: z.number().int().min(1).max(MAX_UNITS).default(10),
  }),
  answer: async ({ graph: id, moment, about, limit }, context) => {
    const graph = await foundGraph(context, id);
    const at = await timeOf(moment, id, context);
    const held = await runGivingWay(storeAtInTurns(graph, at ?? Number.POSITIVE_INFINITY), TURN);
    const units = about === undefined ? held.toReversed() : await ranked(held, about);
    return {
      facts: {
        graph: id,
        at: at === undefined ? "the end of the graph" : isoTime(at),
        unitsHeld: held.length,
        ...(about === undefined ? {} : { unitsAbout: units.length }),
      },
      lists: {
        units: units.slice(0, limit).map((unit) => ({
          unit: unit.id,
          text: partAbout(unit.value, about),
          since: isoTime(unit.at),
        })),
      },
      page: memoryPage(context, id, at),
      next: "blame shows where the words of a unit came from.",
    };
  },
});

function memoryPage(context: ToolContext, graph: string, at: number | undefined): string {
  const search = new URLSearchParams({ view: "memory" });
  if (at !== undefined) search.set("at", isoTime(at));
  return `${graphPage(context, graph)}?${search}`;
}

async function timeOf(
  moment: string | undefined,
  graph: string,
  { project }: ToolContext,
): Promise<number | undefined> {
  if (moment === undefined) return undefined;
  const time = timeIn(moment);
  if (time !== undefined) return time;
  const found = await project.cases.find(moment);
  if (found?.graph === graph) return Date.parse(found.occurredAt);
  throw new ApiError(
    "invalid_request",
    "moment: must be a time such as 2026-03-04T05:06:07Z, or the id of a case of this graph.",
  );
}

const MAX_PARTS = 2;

/**
 * Shortens a long unit to a few of its sentences. Sentences that contain words of the question are
 * chosen. A word counts more if few sentences of the unit contain it.
 */
function partAbout(text: string, about: string | undefined): string {
  const whole = excerpt(text);
  if (about === undefined || whole === text) return whole;
  const wanted = new Set(contentStems(about));
  const sentences = new Sentences().of(text).map(({ text: sentence, stems }) => ({
    sentence,
    shared: [...wanted].filter((stem) => stems.includes(stem)),
  }));
  const uses = (stem: string) => sentences.filter(({ shared }) => shared.includes(stem)).length;
  const weights = new Map([...wanted].map((stem) => [stem, 1 / Math.max(1, uses(stem))]));
  const weight = (shared: readonly string[]) =>
    shared.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
  const best = sentences
    .map(({ sentence, shared }, index) => ({ sentence, index, weight: weight(shared) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_PARTS)
    .toSorted((a, b) => a.index - b.index);
  return `… ${best.map(({ sentence }) => excerpt(sentence)).join(" … ")} [of ${text.length} characters]`;
}

async function ranked(units: readonly Variable[], about: string): Promise<Variable[]> {
  const words = contentStems(about);
  if (words.length === 0) {
    throw new ApiError(
      "invalid_request",
      "about: contains no word to search for. Name the subject.",
    );
  }
  const sentences = new Sentences();
  const work = rankByWords(words, units, (unit) => sentences.of(unit.value));
  return runGivingWay(work, TURN);
}
