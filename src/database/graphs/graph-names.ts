/**
 * Finds the user, the system and the replayed graph in a graph's `graph` events. If two events give
 * different names, the one later in the graph's order of events wins, even if it arrived earlier.
 */
import { inOrder, type Placed } from "../../graph/build/event-table.ts";
import type { GraphEvent } from "../../protocol/events/events.ts";

/** Columns of the graph's row that `graph` events set. */
const FIELDS = ["user", "system", "replayed"] as const;
type Field = (typeof FIELDS)[number];

/** A name, and the position of its `graph` event in the graph's order of events. */
export interface Named extends Placed {
  readonly value: string;
}

export type GraphNames = Readonly<Partial<Record<Field, Named>>>;

export function namedIn(headers: readonly GraphEvent[]): GraphNames {
  return headers.map(namesOf).reduce<GraphNames>(lastNamed, {});
}

export function lastNamed(a: GraphNames, b: GraphNames): GraphNames {
  const last: Partial<Record<Field, Named>> = {};
  for (const field of FIELDS) {
    const named = inOrder([a[field] ?? [], b[field] ?? []].flat()).at(-1);
    if (named !== undefined) last[field] = named;
  }
  return last;
}

function namesOf({ at, seq = 0, id, user, system, metadata }: GraphEvent): GraphNames {
  // The graph is a replay only if its metadata names both the replayed case and the replayed graph.
  const { replayOf, replayed } = metadata ?? {};
  const isReplay = typeof replayOf === "string" && typeof replayed === "string";
  const named = (value: string | undefined) => value !== undefined && { at, seq, id, value };
  const names = { user: named(user), system: named(system), replayed: isReplay && named(replayed) };
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value));
}
