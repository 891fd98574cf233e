/**
 * Shortens a long chain. Hides a step if it contains the same share of the needed information as
 * the step before it and the step after it. One entry, the fold, takes the place of several hidden
 * steps.
 */
import type { ChainStep } from "../../protocol/api/attribution.ts";

export type ChainItem =
  | { readonly kind: "step"; readonly step: ChainStep; readonly index: number }
  | { readonly kind: "fold"; readonly from: number; readonly count: number };

const SHOWN_WHOLE = 9;
const MIN_FOLDED = 3;

export function foldChain(chain: readonly ChainStep[]): ChainItem[] {
  const items = chain.map((step, index): ChainItem => ({ kind: "step", step, index }));
  if (chain.length <= SHOWN_WHOLE) return items;
  const folded: ChainItem[] = [];
  let run: ChainItem[] = [];
  const close = () => {
    const [first] = run;
    if (run.length >= MIN_FOLDED && first?.kind === "step") {
      folded.push({ kind: "fold", from: first.index, count: run.length });
    } else folded.push(...run);
    run = [];
  };
  for (const [index, item] of items.entries()) {
    if (isUneventful(chain, index)) run.push(item);
    else {
      close();
      folded.push(item);
    }
  }
  close();
  return folded;
}

/**
 * True if this step, the step before it and the step after it contain the same share of the needed
 * information. False for the first step, the last step, the decisive step and the step before the
 * decisive one, so these are always shown.
 */
function isUneventful(chain: readonly ChainStep[], index: number): boolean {
  const [before, step, after] = [chain[index - 1], chain[index], chain[index + 1]];
  if (!before || !step || !after || step.decisive || after.decisive) return false;
  return before.carried === step.carried && step.carried === after.carried;
}
