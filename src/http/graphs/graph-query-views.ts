import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { BlameSpan } from "../../graph/history/blame.ts";
import type { Difference, GraphDifference } from "../../graph/history/differences.ts";
import { lifeStep } from "../../graph/memory/unit-life.ts";
import type { Variable } from "../../graph/model.ts";
import type { Walk } from "../../graph/parts/walk.ts";
import type { SearchHit } from "../../graph/search/search.ts";
import {
  type BlameSpanView,
  type DifferenceView,
  type GraphWarningView,
  MAX_DIFFERENCE_CHARS,
  MAX_LISTED,
  MAX_STORE_VALUE_CHARS,
  type SearchHitView,
  type StoredUnit,
  type VersionView,
  type WalkStep,
} from "../../protocol/api/graph-queries.ts";
import { diffInTurns } from "../../text/word-diff.ts";
import { isoTime, opNameOf, viewVariable } from "./graph-views.ts";

function headOf(graph: EvolutionGraph, variable: Variable): VersionView["variable"] {
  const { value: _, ...head } = viewVariable(graph, variable);
  return head;
}

export function viewWalkStep(graph: EvolutionGraph, found: Walk, variable: Variable): WalkStep {
  const links = graph.linksTo(variable).filter((link) => found.links.has(link.id));
  return {
    variable: headOf(graph, variable),
    depth: found.depthOf(variable.id) ?? null,
    links: links
      .slice(0, MAX_LISTED)
      .map(({ id, op, from, to }) => ({ id, op, opName: opNameOf(graph, op), from, to })),
    linkCount: links.length,
  };
}

export function viewHit(graph: EvolutionGraph, { kind, id, match }: SearchHit): SearchHitView {
  const session = graph.sessions.get(id);
  const operation = graph.operations.get(id);
  const variable = graph.variables.get(id);
  const named = { session, operation, variable, link: undefined }[kind];
  const record = named ?? graph.links.get(id);
  const inSession = { session, operation, variable, link: graph.links.get(id) }[kind];
  return {
    kind,
    id,
    name: (kind === "variable" ? variable?.fullName : named?.name) ?? null,
    category: record?.category ?? null,
    session: (inSession && "session" in inSession ? inSession.session : undefined) ?? null,
    at: isoTime(record?.at ?? 0),
    match: match ?? null,
  };
}

export function viewVersion(graph: EvolutionGraph, variable: Variable): VersionView {
  const { writtenBy, readBy, removedBy, sessions } = lifeStep(graph, variable);
  const listed = {
    writtenBy: writtenBy.slice(0, MAX_LISTED),
    readBy: readBy.slice(0, MAX_LISTED),
    removedBy: removedBy.slice(0, MAX_LISTED),
  };
  const ops = Object.values(listed).flat();
  return {
    variable: headOf(graph, variable),
    ...listed,
    opNames: Object.fromEntries(ops.map((op) => [op, opNameOf(graph, op)])),
    sessions: sessions.slice(0, MAX_LISTED),
    counts: {
      writtenBy: writtenBy.length,
      readBy: readBy.length,
      removedBy: removedBy.length,
      sessions: sessions.length,
    },
  };
}

export function viewUnit(graph: EvolutionGraph, variable: Variable): StoredUnit {
  return viewVariable(graph, variable, MAX_STORE_VALUE_CHARS);
}

/** @param value the whole text that contains the span */
export function viewSpan(graph: EvolutionGraph, value: string, span: BlameSpan): BlameSpanView {
  const { start, end, variable, operation, message } = span;
  return {
    ...{ start, end, text: value.slice(start, end), variable },
    operation: operation ?? null,
    opName: operation === undefined ? null : opNameOf(graph, operation),
    message: message ?? null,
  };
}

/**
 * One difference between two graphs or two values. Its texts are not compared yet. Comparing texts
 * is slow, so `viewEntries` does this only for the entries that are shown.
 */
export type Entry = Omit<DifferenceView, "parts" | "value"> & {
  readonly values?: { readonly before: Variable; readonly after: Variable };
  /** The added or removed variable. */
  readonly only?: Variable;
};

export function entriesOf(difference: Difference | GraphDifference): Entry[] {
  const { added, removed } = difference;
  const alone = (change: "added" | "removed", before: string | null, only: Variable): Entry => ({
    ...{ change, kind: "variable", before, after: before === null ? only.id : null, only },
  });
  const entries = [
    ...added.map((variable) => alone("added", null, variable)),
    ...removed.map((variable) => alone("removed", variable.id, variable)),
    ...difference.changed.map(({ before, after }) => changeOf(before, after)),
  ];
  if (!("links" in difference)) return entries;
  return [
    ...oneSided("session", difference.sessions),
    ...oneSided("operation", difference.operations),
    ...entries,
    ...oneSided("link", difference.links),
  ];
}

export function changeOf(before: Variable, after: Variable): Entry {
  return {
    ...{ change: "changed", kind: "variable", before: before.id, after: after.id },
    values: { before, after },
  };
}

function oneSided(
  kind: Entry["kind"],
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Entry[] {
  return [
    ...added.map((id): Entry => ({ change: "added", kind, before: null, after: id })),
    ...removed.map((id): Entry => ({ change: "removed", kind, before: id, after: null })),
  ];
}

/** Comparing one character costs as much time as reading this many characters. */
const COMPARED = 10;

/**
 * Each `yield` gives the cost since the last `yield`. A cost of 1 is the time to read one
 * character.
 */
export function* viewEntries(entries: readonly Entry[]): Generator<number, DifferenceView[]> {
  const views: DifferenceView[] = [];
  for (const { values, only, ...entry } of entries) {
    const [before = "", after = ""] = [values?.before.value, values?.after.value];
    const value = only?.value.slice(0, MAX_DIFFERENCE_CHARS).toWellFormed() ?? null;
    views.push({ ...entry, parts: values ? yield* diffInTurns(before, after) : null, value });
    yield (before.length + after.length) * COMPARED + (only?.value.length ?? 0);
  }
  return views;
}

/**
 * Returns only one warning for each code and subject. Otherwise, one value that conflicts with
 * several others would give several warnings.
 */
export function viewWarnings({ warnings, pending }: EvolutionGraph): GraphWarningView[] {
  const waiting = pending.map(
    ({ event, waitsFor }): GraphWarningView => ({
      code: "waiting",
      subject: event,
      message: `Event ${event} waits for ${waitsFor}: no value of this graph has that ref or id, or the value is too short for the change. Record that value in this graph.`,
    }),
  );
  const all = [...waiting, ...warnings].map(({ code, subject, message }) => ({
    ...{ code, subject, message },
  }));
  return [...new Map(all.map((each) => [`${each.code} ${each.subject}`, each])).values()];
}
