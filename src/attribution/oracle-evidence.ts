/** Which messages bring the expected answer, where nobody says: those of which the oracle says so. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { FailedCase } from "../protocol/attribution.ts";
import type { Trace } from "./attribute.ts";
import { wantedAnswer } from "./judged.ts";
import type { Answers } from "./oracle-answers.ts";
import { rolesOf } from "./roles.ts";
import { rankMessages } from "./starting-points.ts";
import { contentStems } from "./text/words.ts";

/** Messages that are asked about beyond those that the tracer chose, best ranking first. */
const MAX_FURTHER = 4;

/** The tracer's choice first; undefined where no message that was asked about states the answer. */
export async function evidenceByAnswers(
  graph: EvolutionGraph,
  failed: FailedCase,
  { evidence, parts }: Trace,
  answers: Answers,
): Promise<readonly Variable[] | undefined> {
  const { reading } = parts;
  const words = contentStems(`${failed.query} ${failed.expected.join(" ")}`);
  const ranked = rankMessages([...new Set(words)], rolesOf(graph, failed).messages, reading);
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
