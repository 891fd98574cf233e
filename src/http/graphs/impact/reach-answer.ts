/** Lists the values and answers to which a message or document contributed. */
import type { Judgement } from "../../../database/cases/answers/impact-answers.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { type Derived, sharedWords, startWords } from "../../../graph/ledger/derived.ts";
import { reachOf } from "../../../graph/ledger/reach.ts";
import { MAX_SHARED_WORDS } from "../../../protocol/api/explorer/derived.ts";
import {
  MAX_LISTED_REACHED,
  MAX_PATH_CHARS,
  MAX_REACHED,
  type Reach,
} from "../../../protocol/api/explorer/impact.ts";
import { boundedWork } from "../../bounded-work.ts";
import { isoTime } from "../graph-views.ts";
import { versionsOf } from "./impact-starts.ts";

/** @param judgementsOf takes the ids of variables that are answers, and reads their judgements */
export async function reachAnswer(
  graph: EvolutionGraph,
  wanted: string,
  judgementsOf: (variables: readonly string[]) => Promise<Judgement[]>,
): Promise<Reach> {
  const start = versionsOf(graph, wanted).slice(0, MAX_REACHED);
  const rows = start.map((id) => graph.rows.findVariable(id));
  const work = reachOf(graph, rows, MAX_REACHED);
  const found = await boundedWork(work, "Choose one version of the value.");
  const words = startWords(graph, rows);
  const listed = <T>(values: readonly T[]) => values.slice(0, MAX_LISTED_REACHED);
  const answers = listed(found.answers).map((value) => viewed(graph, value, words));
  const judged = await judgementsOf(answers.map(({ variable }) => variable));
  const judgementOf = new Map(judged.map((each) => [each.predictionId, each]));
  const { letIn } = found;
  return {
    start: listed(start),
    text: textOf(graph, rows.at(-1) ?? -1),
    letIn: letIn && { ...letIn, at: isoTime(letIn.at) },
    counts: {
      ...{ units: found.units.length, sessions: found.sessions.length },
      heldUnits: found.units.filter(({ isHeld }) => isHeld === true).length,
      ...{ users: found.users.length, answers: found.answers.length },
    },
    units: listed(found.units).map((value) => ({
      ...viewed(graph, value, words),
      isHeld: value.isHeld === true,
    })),
    sessions: listed(found.sessions).map(({ firstAt, ...session }) => ({
      ...{ ...session, firstAt: isoTime(firstAt) },
    })),
    users: listed(found.users),
    answers: answers.map((answer) => {
      const judgement = judgementOf.get(answer.variable);
      if (judgement === undefined) return { ...answer, judged: null, case: null };
      const isRight = judgement.case === null;
      return { ...answer, judged: isRight ? "right" : "wrong", case: judgement.case };
    }),
    isComplete: found.isComplete,
  };
}

function viewed(
  graph: EvolutionGraph,
  { row, depth }: Derived,
  words: ReadonlyMap<string, string>,
) {
  return {
    variable: graph.rows.variableId(row),
    text: textOf(graph, row),
    at: isoTime(graph.rows.table.variables.at.at(row)),
    depth,
    sharedWords: sharedWords(graph, row, words, MAX_SHARED_WORDS),
  };
}

function textOf(graph: EvolutionGraph, row: number): string {
  return graph.rows.values.read(row).slice(0, MAX_PATH_CHARS).toWellFormed();
}
