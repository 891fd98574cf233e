/**
 * The messages that contain the expected answer if no evidence is given: those that the oracle
 * confirms.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Model } from "../../protocol/model.ts";
import { contentStems } from "../../text/words.ts";
import type { Trace } from "../attribute.ts";
import { wantedAnswer } from "../carry/carry-answers.ts";
import { rankMessages } from "../evidence/bm25.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import { fused, rankedByVectors } from "../evidence/rank-fusion.ts";
import { rolesOf } from "../roles/roles.ts";
import type { Answers } from "./oracle-answers.ts";

/** Maximum messages to ask about beyond the tracer's choice, best rank first. */
const MAX_FURTHER = 4;

/** The tracer's choice first; undefined if no message that was asked about states the answer. */
export async function evidenceByAnswers(
  graph: EvolutionGraph,
  failed: FailedCase,
  { about: { evidence, reading } }: Trace,
  answers: Answers,
  embed: Model["embed"],
): Promise<readonly Variable[] | undefined> {
  const asked = `${failed.query} ${failed.expected.join(" ")}`;
  const { messages } = rolesOf(graph, failed);
  const byWords = rankMessages([...new Set(contentStems(asked))], messages, reading);
  const byMeaning = embed ? await rankByMeaning(asked, messages, reading, embed) : [];
  const ranked = fused([byWords, byMeaning]);
  const further = ranked.filter((message) => !evidence.includes(message)).slice(0, MAX_FURTHER);
  const stating: Variable[] = [];
  let isWhole = false;
  for (const message of [...evidence.slice(0, MAX_FURTHER), ...further]) {
    if (isWhole && !evidence.includes(message)) break;
    const answer = await answers.ask(reading.message(message).content, wantedAnswer(failed));
    if (answer === "yes" || answer === "partly") stating.push(message);
    isWhole ||= answer === "yes";
  }
  return stating.length > 0 ? stating : undefined;
}

/** Maximum messages to embed; of more, the latest. */
const MAX_EMBEDDED = 400;
const MAX_EMBEDDED_CHARS = 4_000;

/** Empty if there are no vectors; then only the words rank. */
async function rankByMeaning(
  asked: string,
  messages: readonly Variable[],
  reading: Reading,
  embed: NonNullable<Model["embed"]>,
): Promise<Variable[]> {
  const some = messages.slice(-MAX_EMBEDDED);
  const texts = some.map((message) =>
    reading.message(message).content.slice(0, MAX_EMBEDDED_CHARS),
  );
  const all = await embed(texts.map((text) => text || " "));
  const question = all.ok ? await embed([asked.slice(0, MAX_EMBEDDED_CHARS)]) : all;
  if (!all.ok || !question.ok) return [];
  return rankedByVectors(question.vectors[0] ?? [], some, all.vectors);
}
