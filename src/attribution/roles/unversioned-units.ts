/**
 * Units whose names never come again: that one was overwritten cannot be told by its name. Where a
 * later unit makes a unit's statement without its detail, it may have taken the unit's place.
 */

import type { Sentence } from "../../text/sentences.ts";
import type { Finding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { executionOrder } from "./execution-order.ts";
import { shapesOf } from "./structural-signatures.ts";
import { namesComeAgain } from "./versions.ts";

/** A verdict that a unit was there is this much less sure where another may have replaced it. */
export const NAMELESS_DOUBT = 0.6;

/** Share of the statement that the later unit makes too. */
const REPEATED = 0.75;
/** Statements with fewer words beside the detail are made twice by chance. */
const MIN_WORDS = 3;

/** The step that wrote such a unit, and the unit; undefined where none did, or names tell. */
export function mayHaveReplaced(
  { need, inStore, errorType }: Finding,
  tracing: Tracing,
): { readonly step: string; readonly unit: string } | undefined {
  const { graph, roles, store } = tracing;
  if (errorType !== "RetrievalError" || need === undefined || namesComeAgain(graph, roles.isMemory))
    return undefined;
  const order = executionOrder(graph);
  const { creator } = shapesOf(graph);
  const madeAt = (id: string) => order.get(creator(id) ?? "") ?? -1;
  const stating = store.filter((unit) => inStore.includes(unit.id));
  const last = stating.reduce((latest, unit) => Math.max(latest, madeAt(unit.id)), -1);
  for (const later of store) {
    if (inStore.includes(later.id) || madeAt(later.id) <= last) continue;
    const repeats = stating.some((unit) => {
      const around = tracing.reword(need, unit)?.around ?? [];
      return around.length >= MIN_WORDS && tracing.sentences(later).some(repeatsMost(around));
    });
    const step = graph.operations.get(creator(later.id) ?? "")?.name;
    if (repeats && step !== undefined) return { step, unit: later.id };
  }
  return undefined;
}

/** Whether a sentence has most of the words. */
function repeatsMost(around: Need["around"]): (sentence: Sentence) => boolean {
  const total = around.reduce((sum, { weight }) => sum + weight, 0);
  return ({ stems }) => {
    const said = new Set(stems);
    const again = around.reduce((sum, { stem, weight }) => sum + (said.has(stem) ? weight : 0), 0);
    return again >= REPEATED * total;
  };
}

export function namelessNote({ step, unit }: { step: string; unit: string }): string {
  return `${step} later wrote ${unit}, which makes the same statement without the detail. No name of a memory unit comes again in this recording, so whether it took the place of the unit that stated it is not sure. Record units under their names (a key, or an id in what a step returns), then the next version of a name tells.`;
}
