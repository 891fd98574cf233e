/**
 * Checks with labelled cases whether the service follows facts correctly. The evidence messages of
 * a case contain many facts, but the check counts only those that the expected answer needs. A fact
 * is needed if it has at least half of the expected answer's words. Words that are also in the
 * question do not count. A fact that is a time is needed if the expected answer contains a time.
 */
import type { TracedFact } from "../../attribution/survival/follow-facts.ts";
import { survivalOf } from "../../attribution/survival/survival.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import { UserError } from "../../local/command-line.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { isNamed, knownCase, type Truth, truthOf } from "../annotation.ts";
import { withSeparateLabels } from "../separate-labels.ts";
import { type Json, readTraceFile, withoutAnnotations } from "../trace-file.ts";

export interface FactScores {
  /**
   * In some cases, the label says that an operation lost information before the retrieval. `losses`
   * is the number of these cases. In `found` of them, the service finds a lost fact and blames the
   * same operation for the loss.
   */
  readonly losses: number;
  readonly found: number;
  /**
   * Some facts that the cases in `losses` need are lost according to the service. `right` is the
   * number of these facts for which the service blames the labelled operation. `elsewhere` is the
   * number of the others.
   */
  readonly right: number;
  readonly elsewhere: number;
  /**
   * In some cases, the label says that the memory kept the information. `kept` is the number of
   * facts that these cases need. `alarms` is the number of these facts that the service reports as
   * lost, which is wrong.
   */
  readonly alarms: number;
  readonly kept: number;
  readonly messages: number;
  /** Processor time to follow all facts of the graph. */
  readonly milliseconds: number;
}

const LOST_BEFORE_SEARCH: readonly ErrorType[] = [
  "ExtractionError",
  "UpdateError",
  "DeletionError",
];
const LOST_AFTER_STORING: readonly ErrorType[] = ["RetrievalError", "ResponseError"];

export async function scoreFile(path: string): Promise<FactScores> {
  const file = withSeparateLabels(path, await readTraceFile(path));
  const read = readSmartcomment(withoutAnnotations(file));
  if (!read.ok) throw new UserError(`${path}: ${read.fault.path} ${read.fault.message}`);
  const { graph } = read.value;
  const begun = process.cpuUsage();
  const facts = survivalOf(graph);
  const { user, system } = process.cpuUsage(begun);
  const byMessage = Map.groupBy(facts, ({ message }) => message.id);
  const scores = file.annotations.map((annotation) => scoreCase(annotation, graph, byMessage));
  const total = (key: keyof CaseScores) => scores.reduce((sum, each) => sum + each[key], 0);
  return {
    ...{ losses: total("losses"), found: total("found"), right: total("right") },
    ...{ elsewhere: total("elsewhere"), alarms: total("alarms"), kept: total("kept") },
    messages: new Set(facts.map(({ message }) => message.id)).size,
    milliseconds: (user + system) / 1000,
  };
}

type CaseScores = Omit<FactScores, "messages" | "milliseconds">;

const NOTHING: CaseScores = { losses: 0, found: 0, right: 0, elsewhere: 0, alarms: 0, kept: 0 };

function scoreCase(
  annotation: Json,
  graph: EvolutionGraph,
  byMessage: ReadonlyMap<string, readonly TracedFact[]>,
): CaseScores {
  const truth = truthOf(annotation);
  const failed = knownCase(annotation, { evidence: "given", withoutExpected: false });
  if (truth === undefined || failed === undefined) return NOTHING;
  const facts = failed.evidence
    .filter((id) => graph.variables.has(id))
    .flatMap((id) => byMessage.get(id) ?? []);
  const isNeeded = needs(failed.expected.join("; "), failed.query);
  const needed = facts.filter(isNeeded);
  const lost = needed.filter(({ fate }) => fate === "lost");
  if (LOST_BEFORE_SEARCH.includes(truth.errorType)) {
    const right = lost.filter((fact) => isLabelled(fact, truth)).length;
    return {
      ...{ losses: 1, found: facts.some((fact) => isLabelled(fact, truth)) ? 1 : 0 },
      ...{ right, elsewhere: lost.length - right, alarms: 0, kept: 0 },
    };
  }
  if (!LOST_AFTER_STORING.includes(truth.errorType)) return NOTHING;
  return { ...NOTHING, alarms: lost.length, kept: needed.length };
}

function isLabelled({ fate, op }: TracedFact, truth: Truth): boolean {
  return (
    fate === "lost" && [truth, ...truth.also].some((cause) => isNamed(truth, { ...cause, op }))
  );
}

function needs(expected: string, query: string): (fact: TracedFact) => boolean {
  const asked = new Set(contentStems(query));
  const wanted = new Set(contentStems(expected).filter((stem) => !asked.has(stem)));
  const isTime = timeMentions(expected).length > 0;
  return ({ kind, detail }) => {
    if (kind === "time") return isTime;
    const shared = new Set(contentStems(detail).filter((stem) => wanted.has(stem)));
    return wanted.size > 0 && shared.size * 2 >= wanted.size;
  };
}
