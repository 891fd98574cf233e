/**
 * Builds a graph from its events. The order in which the events arrive does not matter: the graph
 * sorts them by `at`, then `seq`, then `id`. An event that arrives twice counts once.
 */
import type {
  GraphEvent,
  SessionEvent,
  TraceEvent,
  VerdictEvent,
} from "../../protocol/events/events.ts";
import { EvolutionGraph } from "../evolution-graph.ts";
import { atOnce, type InTurns } from "../in-turns.ts";
import type { GraphHeader, GraphWarning, Session, Verdict } from "../model.ts";
import { defined } from "../omit-undefined.ts";
import { standingHeaders, standingSessions } from "./contradictions.ts";
import { type Bodies, EventTable, HeldBodies, inOrder } from "./event-table.ts";
import { assembleRows } from "./graph-rows.ts";

export function buildGraph(id: string, events: Iterable<TraceEvent>): EvolutionGraph {
  const table = new EventTable();
  const held: TraceEvent[] = [];
  for (const event of events) if (table.add(event)) held.push(event);
  return assembleGraph(id, table, new HeldBodies(held));
}

/** The built graph reads from the table, so callers must not change the table afterwards. */
export const assembleGraph = (id: string, table: EventTable, bodies: Bodies): EvolutionGraph =>
  atOnce(assembleInTurns(id, table, bodies));

export function* assembleInTurns(
  id: string,
  table: EventTable,
  bodies: Bodies,
): InTurns<EvolutionGraph> {
  const told: GraphWarning[] = [];
  const headers = standingHeaders(inOrder(table.headers), told);
  const sessions = standingSessions(inOrder(table.sessions), told);
  const header = buildHeader(id, headers, table.firstAt);
  const { rows, warnings, pending, resolve } = yield* assembleRows(
    table,
    bodies,
    header.strict ?? false,
  );
  return new EvolutionGraph({
    header,
    sessions: buildSessions(sessions),
    rows,
    verdicts: inOrder(table.verdicts).map((event) =>
      toVerdict(event, (ref) => {
        const row = resolve(ref);
        if (row >= 0) return rows.variableId(row);
        pending.push({ event: event.id, waitsFor: ref });
        return undefined;
      }),
    ),
    warnings: [...warnings, ...told],
    pending,
  });
}

function buildHeader(id: string, events: readonly GraphEvent[], first: number): GraphHeader {
  const merged = Object.assign({}, ...events.map(defined)) as Partial<GraphEvent>;
  const { user, system, strict, metadata, origin } = merged;
  const at = Number.isFinite(first) ? first : 0;
  return defined({ id, at, user, system, strict, metadata, origin });
}

/**
 * Merges all events of a session. If two events give the same field, the later event wins. Only the
 * time comes from the first event.
 */
function buildSessions(events: readonly SessionEvent[]): Map<string, Session> {
  const merged = new Map<string, SessionEvent>();
  for (const event of events) {
    const earlier = merged.get(event.session);
    merged.set(event.session, earlier ? { ...earlier, ...defined(event), at: earlier.at } : event);
  }
  return new Map([...merged].map(([id, event]) => [id, toSession(event)]));
}

function toSession(event: SessionEvent): Session {
  const { session, name, user, at, category, comment, metadata, source, origin } = event;
  return defined({ id: session, name, user, at, category, comment, metadata, source, origin });
}

function toVerdict(event: VerdictEvent, resolve: (end: string) => string | undefined): Verdict {
  const { id, at, session, query, prediction, expected = [], score, reason, metadata } = event;
  const resolved = (ref: string | undefined) => (ref === undefined ? undefined : resolve(ref));
  return defined({
    ...{ id, at, session, query, prediction, expected, score, reason, metadata },
    queryId: resolved(event.queryRef),
    predictionId: resolved(event.predictionRef),
    evidence: (event.evidence ?? []).flatMap((ref) => resolve(ref) ?? []),
  });
}
