import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import type { AnswerCorrection } from "../../protocol/api/annotation/corrections.ts";
import { type DiscoveredCase, discovered } from "../cases/discover-cases.ts";
import { conversationsOf, type RecordedTurn } from "./conversation.ts";
import { correctedInTurns } from "./corrected-turns.ts";

interface CorrectedCase extends DiscoveredCase {
  readonly correction: AnswerCorrection;
}

/** Returns every corrected answer once, even if the user took the correction back. */
export function* findCorrections(graph: EvolutionGraph): InTurns<CorrectedCase[]> {
  const found = new Map<string, CorrectedCase>();
  for (const turns of yield* conversationsOf(graph)) {
    for (const corrected of yield* correctedInTurns(turns)) {
      const [question, answer, message] = [
        turns[corrected.question],
        turns[corrected.answer],
        turns[corrected.message],
      ];
      if (question === undefined || answer?.op === undefined || message === undefined) continue;
      // The turn before an answer is not always its question. It is the question only if it was
      // read by the operation that wrote the answer.
      if (question.op?.id !== answer.op.id) continue;
      const idOf = (at: number | undefined) =>
        (at === undefined ? undefined : turns[at]?.variable.id) ?? null;
      const { kind, expected } = corrected.reading;
      const correction: AnswerCorrection = {
        ...{ kind, message: message.variable.id, words: message.text },
        ...{ expected: expected ?? null, saidBefore: idOf(corrected.saidBefore) },
        takenBack: idOf(corrected.takenBack),
      };
      const opened = caseOf(graph, { question, answer, correction });
      found.set(opened.key, opened);
    }
  }
  return [...found.values()];
}

interface Corrected {
  readonly question: RecordedTurn;
  readonly answer: RecordedTurn;
  readonly correction: AnswerCorrection;
}

function caseOf(graph: EvolutionGraph, { question, answer, correction }: Corrected): CorrectedCase {
  const earlier =
    correction.saidBefore === null ? undefined : graph.variables.get(correction.saidBefore);
  const failed = {
    ...{ query: question.text, queryId: question.variable.id },
    ...{ prediction: answer.text, predictionId: answer.variable.id },
    expected: correction.expected === null ? [] : [correction.expected],
    evidence: earlier !== undefined && kindOf(earlier) === "message" ? [earlier.id] : [],
  };
  const session = answer.op?.session;
  return { ...discovered(graph, failed, "correction", answer.at, session), correction };
}
