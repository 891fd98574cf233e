/**
 * Units whose names occur only once, so no name shows an overwrite. If a later unit makes a unit's
 * statement without its detail, it may have replaced the unit.
 */

import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import { saysItReplaces, stepKindOf } from "../../graph/memory/record-categories.ts";
import { isRemoval } from "../../graph/memory/removal.ts";
import { namesComeAgain } from "../../graph/memory/versions.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { Finding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

/**
 * Highest confidence of a missed retrieval, by the reason why the unit may not have been in the
 * memory. Measured on labelled traces without the names of units, and without links between them
 * (docs/attribution.md).
 */
const MOST_WHERE_REPEATED = 0.3;
const MOST_WHERE_READ = 0.3;
const MOST_WHERE_CHANGED = 0.45;

/** Share of the statement that the later unit makes too. */
const REPEATED = 0.75;
/** Statements with fewer words beside the detail repeat by chance. */
const MIN_WORDS = 3;

/** The highest confidence of a missed unit, and the note with the reason. */
export interface NamelessDoubt {
  readonly most: number;
  readonly note: string;
}

/** Undefined if names show whether the unit was there, or if no step casts doubt on it. */
export function namelessDoubt(finding: Finding, tracing: Tracing): NamelessDoubt | undefined {
  const { graph, roles } = tracing;
  if (finding.errorType !== "RetrievalError" || finding.need === undefined) return undefined;
  if (namesComeAgain(graph, roles.units)) return undefined;
  const replaced = laterWithout(finding, finding.need, tracing);
  if (replaced !== undefined)
    return {
      most: MOST_WHERE_REPEATED,
      note: `${replaced.step} later wrote ${replaced.unit}, which makes the same statement without the detail. ${CANNOT_TELL}`,
    };
  if (finding.link !== null) return undefined;
  const reader = finding.inStore.flatMap((id) => rewriterOf(id, tracing) ?? []).at(0);
  if (reader !== undefined)
    return {
      most: MOST_WHERE_READ,
      note: `${reader.name} read the unit that stated the detail and wrote another one. ${CANNOT_TELL}`,
    };
  const step = isLinked(tracing) ? undefined : changing(tracing);
  if (step === undefined) return undefined;
  return {
    most: MOST_WHERE_CHANGED,
    note: `${step.name} changes the memory, and no link shows which unit it overwrote or deleted. ${CANNOT_TELL}`,
  };
}

const CANNOT_TELL =
  "No name of a memory unit comes again in this recording, so a unit that was overwritten or deleted cannot be told from one that the search missed. Record units under their names (a key, or an id in what a step returns); then the next version of a name tells.";

/** A step that read the unit before the question and wrote another. */
function rewriterOf(unit: string, { graph, roles }: Tracing): Operation | undefined {
  const order = executionOrder(graph);
  const link = graph
    .linksFrom(unit)
    .find(({ op, to }) => roles.isUnit(to) && (order.get(op) ?? 0) < roles.askedAt);
  return link && graph.operations.get(link.op);
}

/** Whether the recording links units to their replacements or marks them as deleted. */
function isLinked({ graph, roles }: Tracing): boolean {
  return [...graph.links.values()].some(
    (link) =>
      roles.isUnit(link.from) && (roles.isUnit(link.to) || isRemoval(graph, link, roles.units)),
  );
}

/** A step before the question that says it deletes, or that it replaces and writes units. */
function changing({ graph, roles }: Tracing): Operation | undefined {
  const order = executionOrder(graph);
  const writesUnits = ({ id }: Operation) => graph.linksOf(id).some(({ to }) => roles.isUnit(to));
  return [...graph.operations.values()].find((operation) => {
    if ((order.get(operation.id) ?? 0) >= roles.askedAt || saysItAdds(operation.name)) return false;
    const called = { category: `${operation.category ?? ""} ${operation.name}` };
    if (stepKindOf(called) === "deletion") return true;
    return saysItReplaces(called) && writesUnits(operation);
  });
}

/** A category may call every write an update; then the step's name decides. */
function saysItAdds(name: string): boolean {
  return /(?:^|[^a-z])(?:add|append|insert|store|save|create|ingest|index|embed)/i.test(name);
}

/** The step that wrote a later unit with the statement but without the detail, and this unit. */
function laterWithout(
  { inStore }: Finding,
  need: Need,
  tracing: Tracing,
): { readonly step: string; readonly unit: string } | undefined {
  const { graph, store } = tracing;
  const order = executionOrder(graph);
  const madeAt = (id: string) => order.get(writerOf(graph, id) ?? "") ?? -1;
  const held = new Set(inStore);
  const stating = store.filter((unit) => held.has(unit.id));
  const last = stating.reduce((latest, unit) => Math.max(latest, madeAt(unit.id)), -1);
  const wordings = wordingsIn(stating, need, tracing);
  for (const later of store) {
    if (held.has(later.id) || madeAt(later.id) <= last) continue;
    const repeats = wordings.some((around) => tracing.sentences(later).some(repeatsMost(around)));
    const step = graph.operations.get(writerOf(graph, later.id) ?? "")?.name;
    if (repeats && step !== undefined) return { step, unit: later.id };
  }
  return undefined;
}

/** Maximum wordings of one statement that are compared. */
const MAX_WORDINGS = 64;

/** The units' wordings of the statement, each once: many units may share one wording. */
function wordingsIn(
  units: readonly Variable[],
  need: Need,
  { reword }: Tracing,
): readonly Need["around"][] {
  const wordings = new Map<string, Need["around"]>();
  for (const unit of units) {
    if (wordings.size === MAX_WORDINGS) break;
    const around = reword(need, unit)?.around ?? [];
    if (around.length < MIN_WORDS) continue;
    wordings.set(JSON.stringify(around.map(({ stem, weight }) => [stem, weight])), around);
  }
  return [...wordings.values()];
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

/** Whether the recording cannot show that a unit was overwritten or deleted. */
export function mayBeOverwritten({ graph, roles }: Pick<Tracing, "graph" | "roles">): boolean {
  return !namesComeAgain(graph, roles.units);
}
