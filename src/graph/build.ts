/**
 * Builds a graph from its events. The result depends on the set of events alone: an event's place
 * is its own `at`, `seq` and `id`, so duplicates, reordering and replay give the identical graph.
 */
import type {
  GraphEvent,
  LinkEvent,
  OperationEvent,
  SessionEvent,
  TraceEvent,
  VariableEvent,
  VerdictEvent,
} from "../protocol/events.ts";
import { defined } from "./defined.ts";
import { EvolutionGraph } from "./evolution-graph.ts";
import type {
  GraphHeader,
  GraphWarning,
  Link,
  Operation,
  Pending,
  Session,
  Verdict,
} from "./model.ts";
import { buildVariables } from "./versions.ts";

export function buildGraph(id: string, events: Iterable<TraceEvent>): EvolutionGraph {
  const ordered = inOrder(events);
  const warnings: GraphWarning[] = [];
  const pending: Pending[] = [];
  const header = buildHeader(id, ordered.graph, ordered.first);
  const operations = mergeById(ordered.operation, (event) => event.op, toOperation);
  const { variables, resolve } = buildVariables(
    ordered.variable,
    header.strict ?? false,
    warnings,
    pending,
  );

  const links = new Map<string, Link>();
  for (const event of ordered.link) {
    const from = resolve(event.from);
    const to = resolve(event.to);
    if (from === undefined || to === undefined) {
      pending.push({ event: event.id, waitsFor: from === undefined ? event.from : event.to });
      continue;
    }
    if (!operations.has(event.op)) {
      operations.set(event.op, {
        id: event.op,
        name: event.op,
        at: event.at,
        ...(event.session === undefined ? {} : { session: event.session }),
      });
      warnings.push({
        code: "unknown-operation",
        subject: event.op,
        message: `Link ${event.id} names the operation ${event.op}, of which no event has arrived.`,
      });
    }
    links.set(event.id, toLink(event, from, to));
  }

  return new EvolutionGraph({
    header,
    sessions: mergeById(ordered.session, (event) => event.session, toSession),
    operations,
    variables,
    links,
    verdicts: ordered.verdict.map((event) => toVerdict(event, resolve)),
    warnings,
    pending,
  });
}

interface Ordered {
  first: number;
  graph: GraphEvent[];
  session: SessionEvent[];
  operation: OperationEvent[];
  variable: VariableEvent[];
  link: LinkEvent[];
  verdict: VerdictEvent[];
}

/** Deduplicates by id and sorts by (`at`, `seq`, `id`). */
function inOrder(events: Iterable<TraceEvent>): Ordered {
  const unique = new Map<string, TraceEvent>();
  for (const event of events) if (!unique.has(event.id)) unique.set(event.id, event);
  const sorted = [...unique.values()].sort(
    (a, b) => a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0) || (a.id < b.id ? -1 : 1),
  );
  const ordered: Ordered = {
    first: sorted[0]?.at ?? 0,
    graph: [],
    session: [],
    operation: [],
    variable: [],
    link: [],
    verdict: [],
  };
  for (const event of sorted) (ordered[event.type] as TraceEvent[]).push(event);
  return ordered;
}

function buildHeader(id: string, events: readonly GraphEvent[], first: number): GraphHeader {
  const merged = Object.assign({}, ...events.map(defined)) as Partial<GraphEvent>;
  const { user, system, strict, metadata, origin } = merged;
  return defined({ id, at: first, user, system, strict, metadata, origin });
}

/** One record per id; where an id comes again, its given fields complete the earlier ones. */
function mergeById<E extends { at: number }, R>(
  events: readonly E[],
  idOf: (event: E) => string,
  toRecord: (event: E) => R,
): Map<string, R> {
  const merged = new Map<string, E>();
  for (const event of events) {
    const id = idOf(event);
    const earlier = merged.get(id);
    merged.set(id, earlier ? { ...earlier, ...defined(event), at: earlier.at } : event);
  }
  return new Map([...merged].map(([id, event]) => [id, toRecord(event)]));
}

function toSession(event: SessionEvent): Session {
  const { session, name, user, at, category, comment, metadata, source, origin } = event;
  return defined({ id: session, name, user, at, category, comment, metadata, source, origin });
}

function toOperation(event: OperationEvent): Operation {
  const { op, name, session, startedAt, endedAt, status, error } = event;
  const { at, category, comment, metadata, source, origin } = event;
  return defined({
    ...{ id: op, name, session, startedAt, endedAt, status, error },
    ...{ at, category, comment, metadata, source, origin },
  });
}

function toLink(event: LinkEvent, from: string, to: string): Link {
  const { id, op, session, at, category, comment, metadata, source, origin } = event;
  return defined({ id, op, session, from, to, at, category, comment, metadata, source, origin });
}

function toVerdict(event: VerdictEvent, resolve: (end: string) => string | undefined): Verdict {
  const { id, at, session, query, prediction, expected, score, reason, metadata } = event;
  const resolved = (ref: string | undefined) => (ref === undefined ? undefined : resolve(ref));
  return defined({
    ...{ id, at, session, query, prediction, expected, score, reason, metadata },
    queryId: resolved(event.queryRef),
    predictionId: resolved(event.predictionRef),
    evidence: (event.evidence ?? []).flatMap((ref) => resolve(ref) ?? []),
  });
}
