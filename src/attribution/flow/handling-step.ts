/**
 * Finds the operation that lost the detail, if several operations read the same text. Each of them
 * may use different statements of the text. The operation to find wrote the statement with the
 * detail, but left out the detail itself.
 */
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import { wordsOf } from "../../text/words.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import { type Detail, tellingDetails } from "../source/wrong-part.ts";
import { MORE_OF_STATEMENT, TAKEN_OVER } from "../thresholds.ts";
import type { Flow, Loss } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

/**
 * Returns the loss at the operation that left out the detail, but kept an older value in its place
 * (see `keepsGiven`). If there is none, returns the loss at the operation that left out the detail,
 * but wrote most of the statement's other words. Returns `last` if no operation wrote clearly more
 * of these words than the operation of `last`.
 */
export function handlingStep(
  last: Loss,
  losses: readonly Loss[],
  flow: Flow,
  tracing: Tracing,
): Loss {
  const { roles, graph, sentences } = tracing;
  const ofCarrier = losses.filter(({ carrier }) => carrier === last.carrier);
  if (!roles.isUnit(last.carrier) && ofCarrier.length > 1) {
    const keeping = ofCarrier.find((loss) => keepsGiven(loss, tracing));
    if (keeping !== undefined) return keeping;
  }
  const words = flow.wordings.get(last.carrier)?.around ?? [];
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (roles.isUnit(last.carrier) || total === 0) return last;
  const shareIn = (stems: readonly string[]) => {
    const said = new Set(stems);
    return words.reduce((sum, { stem, weight }) => sum + (said.has(stem) ? weight : 0), 0) / total;
  };
  const shareOf = ({ steps }: Loss) => {
    const written = steps.flatMap(({ to }) => graph.variables.get(to) ?? []).flatMap(sentences);
    return written.reduce((most, { stems }) => Math.max(most, shareIn(stems)), 0);
  };
  const shares = ofCarrier
    .map((loss) => ({ loss, share: shareOf(loss) }))
    .sort((a, b) => b.share - a.share);
  const [best] = shares;
  if (best === undefined || best.share < TAKEN_OVER) return last;
  return best.share > shareOf(last) + MORE_OF_STATEMENT ? best.loss : last;
}

/**
 * Whether the operation wrote a new version of a unit, and both versions state the wrong details of
 * the given answer. Then the operation should have replaced these details by the lost one.
 */
export function keepsGiven({ steps }: Pick<Loss, "steps">, tracing: Tracing): boolean {
  return steps.some((step) => keptDetails(step, tracing).length > 0);
}

/** Returns the wrong details of the given answer that the operation kept (see `keepsGiven`). */
export function keptDetails(
  { to, op }: { readonly to: string; readonly op: string },
  { graph, sentences, failed, corpus }: Tracing,
): readonly string[] {
  const details = wrongDetails(failed.prediction, wrongWords(failed)).filter(
    ({ stem }) => !corpus.speakers.has(stem),
  );
  const states = (variable: Variable | undefined) => {
    const said = new Set(variable && sentences(variable).flatMap(({ stems }) => stems));
    return details.every(({ stem }) => said.has(stem));
  };
  const [older] = graph
    .linksOf(op)
    .filter(({ from }) => nextVersion(graph, from)?.id === to)
    .map(({ from }) => graph.variables.get(from));
  const isKept = older !== undefined && states(older) && states(graph.variables.get(to));
  return isKept ? details.map(({ text }) => text) : [];
}

/**
 * Returns the wrong details: names and values, without figures if there is anything else. In
 * "Tuesdays at 6", the figure can come from the newer statement. An answer that is only a name, such
 * as "Prof. Mbeki", has no details, so its words with a capital letter count.
 */
function wrongDetails(prediction: string, wrong: ReadonlySet<string>): readonly Detail[] {
  const details = tellingDetails(prediction);
  const named = details.filter(({ stem }) => wrong.has(stem) && !/\d/.test(stem));
  if (named.length > 0) return named;
  const words = (prediction.match(/\p{Lu}\p{L}+/gu) ?? []).flatMap(wordsOf);
  return (details.length > 0 ? details : words).filter(({ stem }) => wrong.has(stem));
}
