/**
 * Statements that count usage. Run each in the transaction that stores the counted pack, case or
 * delivery.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import type { TakenCase } from "../insights/record-finding.ts";
import { failedCase } from "../schema/project.ts";
import { usageDay } from "../schema/teams/usage.ts";

interface CountedPack {
  readonly graph: string;
  readonly sequence: number;
  readonly last: number;
  /** Number of events in the graph, up to the end of this pack. */
  readonly events: number;
  readonly bytes: number;
}

/**
 * Counts as usage the events and bytes that the pack adds to its graph. Run this before the graph's
 * row is updated. The old row says how much of the graph was counted, so nothing is counted twice.
 */
export function countPack(database: Database, project: string, pack: CountedPack, now: number) {
  const { graph, sequence, last, events, bytes } = pack;
  return add(
    database,
    now,
    sql`max(0, ${events} - coalesce(graph.packed_events, 0)),
      ${bytes} - iif(graph.last_pack = ${sequence}, graph.last_pack_bytes, 0), graph.id is null, 0, 0
      from project left join graph on graph.project = project.id and graph.id = ${graph}
      where project.id = ${project} and (graph.id is null or graph.revision < ${last})`,
  );
}

/**
 * Counts one attribution of a case. Counts nothing if another worker has already stored the
 * attribution.
 */
export function countCase({ database, project, where }: TakenCase, now: number) {
  const taken = database
    .select({ id: failedCase.id })
    .from(failedCase)
    .where(and(where, eq(failedCase.state, "running")));
  return add(
    database,
    now,
    sql`0, 0, 0, 1, 0 from project where project.id = ${project} and exists ${taken}`,
  );
}

/** Counts a delivery that its receiver accepted. */
export function countDelivery(database: Database, project: string, now: number) {
  return add(database, now, sql`0, 0, 0, 0, 1 from project where project.id = ${project}`);
}

/**
 * Adds counts to the project's usage of today.
 * @param counts the end of an SQL `select`. It has the numbers of events, bytes, graphs, cases and
 * deliveries, in this order, and then `from project` with a condition.
 */
function add(database: Database, now: number, counts: SQL) {
  const plus = (column: string) => sql.raw(`${column} + excluded.${column}`);
  return database
    .insert(usageDay)
    .select(sql`select project.organization, project.id, ${dayOf(now)}, ${counts}`)
    .onConflictDoUpdate({
      target: [usageDay.project, usageDay.day],
      set: {
        ...{ events: plus("events"), bytes: plus("bytes"), graphs: plus("graphs") },
        ...{ cases: plus("cases"), deliveries: plus("deliveries") },
      },
    });
}

/** UTC day, such as 2026-03-04. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
