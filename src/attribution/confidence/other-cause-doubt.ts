/**
 * Finds signs that another step than the blamed one may be the cause. In these cases, a comparison
 * of words cannot tell the two causes apart.
 */
import { executionOrder } from "../../graph/history/execution-order.ts";
import { isRemoval } from "../../graph/memory/removal.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Link, Variable } from "../../graph/model.ts";
import { isExactFigure } from "../../text/numbers.ts";
import { isNegated } from "../../text/polarity.ts";
import { figures, readValues } from "../answers/answer-reading.ts";
import type { LossFinding } from "../flow/finding.ts";
import { isQuoted, wasReturned } from "../flow/retrieval/quoted-units.ts";
import type { About } from "../flow/trace-context.ts";
import { hasFigure, hasNoName, mayBeReworded, type Need } from "../needs/need.ts";
import { statedWrongWords } from "./answer-source.ts";
import type { VerdictDoubt } from "./retrieval-doubt.ts";

// Each comment below says how many verdicts of its kind were right, on traces that testers wrote by
// hand. Only verdicts with a confidence of at least 0.85 were counted.

/**
 * Maximum confidence of a ResponseError that may be an error of the memory instead. The message
 * states both the expected and the given answer, and the context does not quote the message's
 * statement. So the memory may have stored the given answer in place of the expected one. 16 of 28
 * such verdicts were right.
 */
const MOST_IF_BOTH_SAID = 0.85;
/**
 * Maximum confidence if the verdict blames an operation whose output lacks the detail, but a later
 * operation removed this output. This applies only to details without a name. 0 of 4 such verdicts
 * were right.
 */
const MOST_IF_REMOVED_LATER = 0.7;
/**
 * Maximum confidence if a search returned the output that lacks the detail, but a later operation
 * dropped it. This applies only to details without a name, a figure or a time. 0 of 1 such verdicts
 * were right.
 */
const MOST_IF_DROPPED_LATER = 0.7;
/**
 * Maximum confidence if the verdict blames an operation that answered another question. 0 of 7 such
 * verdicts were right.
 */
const MOST_IF_OTHER_QUESTION = 0.5;
/**
 * Maximum confidence if the verdict blames an operation, although the given answer has the only
 * figure of the expected answer. The given answer may then be right, and the judge wrong. 0 of 2
 * such verdicts were right.
 */
const MOST_IF_SAME_FIGURE = 0.7;

export function otherCauseDoubts(finding: LossFinding, about: About): VerdictDoubt[] {
  const { need, errorType } = finding;
  if (need === undefined) return [];
  const doubts: VerdictDoubt[] = [];
  if (givesSameFigure(about))
    doubts.push({
      ...{ factor: 1, most: MOST_IF_SAME_FIGURE },
      note: "The given answer has the same figure as the expected answer. If the other words mean the same, the given answer is right.",
    });
  if (errorType === "ResponseError") {
    if (!areBothSaid(need, about)) return doubts;
    return [
      ...doubts,
      {
        ...{ factor: 1, most: MOST_IF_BOTH_SAID },
        note: "The message also has the words of the given answer. If the memory swapped the two answers, a comparison of words does not always show it.",
      },
    ];
  }
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return doubts;
  const written = writtenAt(finding, about);
  const removal = written && hasNoName(need) ? removalOf(written, about) : undefined;
  if (written !== undefined && removal !== undefined) {
    const name = about.graph.operations.get(removal.op)?.name ?? removal.op;
    doubts.push({
      ...{ factor: 1, most: MOST_IF_REMOVED_LATER },
      note: `${name} later removed ${written.id}. If ${written.id} stated the detail in other words, this removal is the cause.`,
    });
  }
  if (written !== undefined && mayBeReworded(need) && wasDropped(written, about))
    doubts.push({
      ...{ factor: 1, most: MOST_IF_DROPPED_LATER },
      note: `The search returned ${written.id}, but a later step dropped it. If ${written.id} states the detail in other words, the later step is the cause.`,
    });
  if (answersOther(finding, about))
    doubts.push({
      ...{ factor: 1, most: MOST_IF_OTHER_QUESTION },
      note: "The blamed step seems to have answered another question. So the detail was perhaps never lost on its way to this answer.",
    });
  return doubts;
}

/**
 * Whether the expected answer has one figure that is too exact to be the same by chance, and the
 * given answer has this figure too. Figures of the question and of times do not count. The
 * result is false if the given answer contains a negation.
 */
function givesSameFigure({ failed: { expected, prediction, query } }: About): boolean {
  const asked = new Set(figures(query));
  const [wanted, given] = [expected.join(" "), prediction].map((text) =>
    [...new Set(figures(readValues(text).rest))].filter((figure) => !asked.has(figure)),
  );
  const [figure] = wanted ?? [];
  if (figure === undefined || wanted?.length !== 1 || !isExactFigure(figure)) return false;
  return given?.includes(figure) === true && !isNegated(prediction);
}

/**
 * Whether the evidence messages have all wrong words of the given answer, and the context does not
 * quote the statement. The memory can then have swapped, for example, two persons. Returns false
 * for a detail with a figure or a time, because each of these has its own place in a statement.
 */
function areBothSaid(need: Need, about: About): boolean {
  if (need.days !== undefined || hasFigure(need)) return false;
  const wrong = statedWrongWords(about);
  if (wrong.length === 0) return false;
  const said = new Set(
    about.evidence.flatMap((message) => [...about.sentences(message)].flatMap((s) => s.stems)),
  );
  if (!wrong.every((stem) => said.has(stem))) return false;
  return !about.roles.context.some(({ value }) => value.includes(need.statement));
}

function writtenAt({ link }: LossFinding, { graph }: About): Variable | undefined {
  const target = link === null ? undefined : graph.links.get(link)?.to;
  return target === undefined ? undefined : graph.variables.get(target);
}

function removalOf(unit: Variable, { graph, roles }: About): Link | undefined {
  const order = executionOrder(graph);
  return graph
    .linksFrom(unit)
    .find(
      (link) => (order.get(link.op) ?? 0) < roles.askedAt && isRemoval(graph, link, roles.units),
    );
}

/** Whether a search returned this whole unit, but the answering operation did not read it. */
function wasDropped(unit: Variable, about: About): boolean {
  return !isQuoted(unit, about) && wasReturned([unit], about);
}

/**
 * Whether the blamed operation probably answered another question. This is assumed if three things
 * are true: it has the same name as the answering operation, it read another question, and it wrote
 * only answers. If it wrote a memory unit, the result is false, because a memory can store answers.
 */
function answersOther({ op }: LossFinding, { graph, roles }: About): boolean {
  const { answerOp, answer, query } = roles;
  if (op === null || answerOp === undefined || op === answerOp.id) return false;
  if (answer === undefined || query === undefined) return false;
  if (graph.operations.get(op)?.name !== answerOp.name) return false;
  const { ofVariable } = shapesOf(graph);
  const { inputs, outputs } = graph.endsOf(op);
  return (
    inputs.some((v) => v.id !== query.id && ofVariable(v) === ofVariable(query)) &&
    outputs.every((v) => ofVariable(v) === ofVariable(answer) && !roles.isMemory(v))
  );
}
