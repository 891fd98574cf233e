/**
 * Finds the operation that lost the detail, if several operations read the same text. Each of them
 * may use different statements of the text. The operation to find wrote the statement with the
 * detail, but left out the detail itself.
 */
import { MORE_OF_STATEMENT, TAKEN_OVER } from "../thresholds.ts";
import type { Flow, Loss } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

/**
 * Finds the operation that left out the detail, but wrote the other words of the statement. Returns
 * the loss at this operation. Returns `last` if no operation wrote clearly more of these words than
 * the operation of `last`.
 */
export function handlingStep(
  last: Loss,
  losses: readonly Loss[],
  flow: Flow,
  { roles, graph, sentences }: Tracing,
): Loss {
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
  const shares = losses
    .filter(({ carrier }) => carrier === last.carrier)
    .map((loss) => ({ loss, share: shareOf(loss) }))
    .sort((a, b) => b.share - a.share);
  const [best] = shares;
  if (best === undefined || best.share < TAKEN_OVER) return last;
  return best.share > shareOf(last) + MORE_OF_STATEMENT ? best.loss : last;
}
