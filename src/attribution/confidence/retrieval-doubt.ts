/**
 * Finds reasons to doubt a verdict that says that a search missed a memory unit. For example, an
 * unrecorded operation may have overwritten or deleted the unit before the search.
 */
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import { unlinkedChange, unrecordedWrites } from "../../graph/memory/unrecorded-writes.ts";
import { namesComeAgain } from "../../graph/memory/versions.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { LossFinding } from "../flow/finding.ts";
import { areOfOtherSubject } from "../flow/retrieval/missed-subject.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import {
  AFTER_UNRECORDED,
  MOST_IF_CHANGED,
  MOST_IF_READ,
  MOST_IF_REPEATED,
  REPEATED_STATEMENT,
  REPEATED_WORDS,
} from "../thresholds.ts";

export interface VerdictDoubt {
  /** The confidence is multiplied by this factor. */
  readonly factor: number;
  /** Maximum confidence of the verdict. */
  readonly most: number;
  readonly note: string;
}

export function retrievalDoubts(finding: LossFinding, tracing: Tracing): VerdictDoubt[] {
  if (finding.errorType !== "RetrievalError") return [];
  const { graph, roles } = tracing;
  const unrecorded = unrecordedWrites(graph, roles.units);
  const overwritten = overwriteDoubt(finding, tracing);
  const [assumed] = finding.isAssumed === true ? finding.inStore : [];
  const { need, inStore } = finding;
  const isElsewhere = need !== undefined && areOfOtherSubject(inStore, need, tracing);
  return [
    ...(isElsewhere ? [{ factor: 1, most: MOST_IF_OTHER_SUBJECT, note: OTHER_SUBJECT }] : []),
    ...(assumed === undefined
      ? []
      : [{ factor: 1, most: MOST_IF_ASSUMED, note: `${assumed} ${ASSUMED}` }]),
    ...(unrecorded.length === 0
      ? []
      : [{ factor: AFTER_UNRECORDED, most: 1, note: unrecordedNote(unrecorded) }]),
    ...(overwritten === undefined
      ? []
      : [{ ...overwritten, factor: 1, note: `${overwritten.note} ${CANNOT_TELL}` }]),
  ];
}

const OTHER_SUBJECT =
  "No unit that states the detail names the subject of the question, but other units do. So an earlier step may have stored the detail under another subject.";

/**
 * Maximum confidence of a RetrievalError if no missed unit names the subject of the question, but
 * other units do.
 */
const MOST_IF_OTHER_SUBJECT = 0.6;

const ASSUMED =
  "is about the subject of the question, and the texts that the answering step read are not. The unit may state the detail in other words. If it does not, the step that made it lost the detail.";

/**
 * Maximum confidence of a RetrievalError if the tracer only assumes that the missed unit states the
 * detail, in other words (see `LossFinding.isAssumed`).
 */
const MOST_IF_ASSUMED = 0.7;

function unrecordedNote(steps: readonly Operation[]): string {
  const names = [...new Set(steps.map((step) => step.name))].slice(0, 3).join(", ");
  return `${names} recorded no unit that it wrote or deleted, so the memory may no longer have held the information. Return the units that a step writes, or record them under their names, and delete them by those names.`;
}

const CANNOT_TELL =
  "In this recording, no memory unit has a second version. So a unit that was overwritten or deleted looks like one that the search missed. Record units under their names (a key, or an id in what a step returns), so that each change is a new version of its name.";

/**
 * Returns a doubt if something in the graph suggests that the missed unit was overwritten before
 * the search. Returns undefined if nothing suggests this. Also returns undefined if any unit of the
 * graph has several versions, because versions show clearly which units were overwritten.
 */
function overwriteDoubt(
  finding: LossFinding,
  tracing: Tracing,
): Pick<VerdictDoubt, "most" | "note"> | undefined {
  const { graph, roles } = tracing;
  if (finding.need === undefined || namesComeAgain(graph, roles.units)) return undefined;
  const later = laterWithout(finding, finding.need, tracing);
  if (later !== undefined)
    return {
      most: MOST_IF_REPEATED,
      note: `${later.step} later wrote ${later.unit}, which makes the same statement without the detail.`,
    };
  if (finding.link !== null) return undefined;
  const reader = finding.inStore.flatMap((id) => rewriterOf(id, tracing) ?? []).at(0);
  if (reader !== undefined)
    return {
      most: MOST_IF_READ,
      note: `${reader.name} read the unit that stated the detail and wrote another one.`,
    };
  const change = unlinkedChange(graph, roles.units, roles.askedAt);
  return (
    change && {
      most: MOST_IF_CHANGED,
      note: `${change.name} changes the memory, and no link shows which unit it overwrote or deleted.`,
    }
  );
}

/** Returns an operation that read this unit before the question and wrote another unit. */
function rewriterOf(unit: string, { graph, roles }: Tracing): Operation | undefined {
  const order = executionOrder(graph);
  const link = graph
    .linksFrom(unit)
    .find(({ op, to }) => roles.isUnit(to) && (order.get(op) ?? 0) < roles.askedAt);
  return link && graph.operations.get(link.op);
}

/**
 * Finds a memory unit that was written later and repeats the statement, but without the detail.
 * Also returns the operation that wrote this unit.
 */
function laterWithout(
  { inStore, flow }: LossFinding,
  need: Need,
  tracing: Tracing,
): { readonly step: string; readonly unit: string } | undefined {
  const { graph, store } = tracing;
  const order = executionOrder(graph);
  const madeAt = (id: string) => order.get(writerOf(graph, id) ?? "") ?? -1;
  const held = new Set(inStore);
  const stating = store.filter((unit) => held.has(unit.id));
  const last = stating.reduce((latest, unit) => Math.max(latest, madeAt(unit.id)), -1);
  const wordings = wordingsIn(stating, need, flow);
  for (const later of store) {
    if (held.has(later.id) || madeAt(later.id) <= last) continue;
    const repeats = wordings.some((around) => tracing.sentences(later).some(repeatsMost(around)));
    const step = graph.operations.get(writerOf(graph, later.id) ?? "")?.name;
    if (repeats && step !== undefined) return { step, unit: later.id };
  }
  return undefined;
}

/** Maximum number of wordings that are compared with later units. */
const MAX_WORDINGS = 64;

/**
 * Each unit states the detail in its own words. Returns, for each unit, the words that it has
 * around the detail. Equal lists of words are returned only once.
 */
function wordingsIn(
  units: readonly Variable[],
  need: Need,
  flow: LossFinding["flow"],
): readonly Need["around"][] {
  const wordings = new Map<string, Need["around"]>();
  for (const unit of units) {
    if (wordings.size === MAX_WORDINGS) break;
    const { around } = flow?.wordings.get(unit.id) ?? need;
    if (around.length < REPEATED_WORDS) continue;
    wordings.set(JSON.stringify(around.map(({ stem, weight }) => [stem, weight])), around);
  }
  return [...wordings.values()];
}

/** Returns a function that tells whether a sentence has most of the words around the detail. */
function repeatsMost(around: Need["around"]): (sentence: Sentence) => boolean {
  const total = around.reduce((sum, { weight }) => sum + weight, 0);
  return ({ stems }) => {
    const said = new Set(stems);
    const again = around.reduce((sum, { stem, weight }) => sum + (said.has(stem) ? weight : 0), 0);
    return again >= REPEATED_STATEMENT * total;
  };
}
