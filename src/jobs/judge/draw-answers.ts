/**
 * Chooses a random sample of the unjudged answers in a quiet graph (one that gets no more events).
 * The project's model judges the sample later.
 */
import { createHash } from "node:crypto";
import { unjudgedAnswers } from "../../attribution/judge/unjudged-answers.ts";
import { answerIdOf } from "../../database/cases/answers/right-answers.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { JudgeRepository } from "../../database/judge/judge-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { MAX_ANSWER_CHARS } from "../../protocol/api/annotation/answers.ts";
import { cutText } from "../../text/cut-text.ts";
import { TURN } from "../attribution/attribute-case.ts";

export interface DrawDeps {
  readonly project: string;
  readonly judge: Pick<JudgeRepository, "settings" | "draw">;
  now(): number;
}

const MAX_DRAWN = 200;

/** @returns true if the sample contains at least one answer */
export async function drawAnswers(
  { project, judge, now }: DrawDeps,
  graph: EvolutionGraph,
  graphCreatedAt: number,
): Promise<boolean> {
  const { enabled, share } = await judge.settings();
  if (!enabled) return false;
  const unjudged = await runGivingWay(unjudgedAnswers(graph), TURN);
  const drawn = unjudged
    .map((item) => ({ ...item, id: answerIdOf(project, graph, item) }))
    .filter(({ id }) => lotOf(id) < share)
    .slice(0, MAX_DRAWN);
  if (drawn.length === 0) return false;
  const answers = drawn.map(({ id, query, prediction, occurredAt }) => ({
    ...{ id, graph: graph.header.id, occurredAt, system: graph.header.system ?? null },
    query: cutText(query, MAX_ANSWER_CHARS),
    prediction: cutText(prediction, MAX_ANSWER_CHARS),
  }));
  await judge.draw(graphCreatedAt, answers, now());
  return true;
}

/**
 * Returns a number from 0 to 1. If it is below the project's share, the answer is in the sample.
 * The number depends only on the id, so a repeated call chooses the same answers.
 */
function lotOf(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;
}
