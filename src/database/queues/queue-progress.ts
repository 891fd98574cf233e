import { sql } from "drizzle-orm";
import type { Queue } from "../../protocol/api/annotation/queues.ts";
import { projectMembers } from "../annotation/project-members.ts";
import type { Database } from "../database.ts";
import { queue, queueItem } from "../schema/annotation/queues.ts";
import { isOneOf } from "../statement-values.ts";
import { ITEM_STATE } from "./item-states.ts";

export type StoredQueue = typeof queue.$inferSelect;

type Progress = Queue["progress"];

/**
 * A row of the query below. A row of the kind `items` counts a person's items in one state. A row
 * of the kind `cases` counts the cases of a queue.
 */
type Count =
  | {
      readonly kind: "items";
      readonly queue: string;
      readonly person: string;
      readonly state: keyof Progress;
      readonly count: number;
    }
  | {
      readonly kind: "cases";
      readonly queue: string;
      readonly count: number;
      readonly complete: number;
    };

/** @param person id of the signed-in person; undefined if an API key makes the request */
export async function withProgress(
  database: Database,
  project: string,
  queues: readonly StoredQueue[],
  person: string | undefined,
): Promise<Queue[]> {
  if (queues.length === 0) return [];
  const ids = queues.map(({ id }) => id);
  // With `materialized`, SQLite computes the table `item` once. Otherwise, it would read the items
  // and their labels again for each part of this statement.
  const counts = await database.all<Count>(sql`
    with item as materialized (
      select ${queueItem.queue} as queue, ${queueItem.case} as "case", ${queueItem.person} as person,
        ${ITEM_STATE} as state, ${queueItem.givenAt} is not null as is_given
      from ${queueItem} where ${isOneOf(queueItem.queue, ids)}
    )
    select 'items' as kind, queue, person, state, count(*) as count, null as complete
    from item where not is_given or state <> 'skipped' group by queue, person, state
    union all
    select 'cases', labelled.queue, null, null, count(*), sum(labelled.done >= ${queue.perItem})
    from (
      select queue, sum(state = 'done') as done from item group by queue, "case"
    ) as labelled join ${queue} on ${queue.id} = labelled.queue
    group by labelled.queue`);
  const byQueue = Map.groupBy(counts, (row) => row.queue);
  const members = await projectMembers(database, project);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return queues.map((row) => {
    const own = byQueue.get(row.id) ?? [];
    const cases = own.find((each) => each.kind === "cases");
    const states = own.filter((each) => each.kind === "items");
    const ofPerson = Map.groupBy(states, (each) => each.person);
    const of = (id: string) => sumOf(ofPerson.get(id) ?? []);
    const people = [...new Set([...row.people, ...ofPerson.keys()])];
    return {
      ...{ id: row.id, name: row.name, state: row.state },
      ...{ perItem: row.perItem, isBlind: row.isBlind },
      createdAt: new Date(row.createdAt).toISOString(),
      closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
      cases: cases?.count ?? 0,
      complete: cases?.complete ?? 0,
      progress: sumOf(states),
      people: people.map((id) => ({
        ...{ id, name: names.get(id) ?? null, isAssigned: row.people.includes(id) },
        ...of(id),
      })),
      mine: person !== undefined && ofPerson.has(person) ? of(person) : null,
      selections: row.selections.map(({ at, cases: chosen, added }) => ({
        ...{ at: new Date(at).toISOString(), cases: chosen, added },
      })),
    };
  });
}

type StateCount = Pick<Extract<Count, { kind: "items" }>, "state" | "count">;

function sumOf(states: readonly StateCount[]): Progress {
  const of = (state: keyof Progress) =>
    states.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);
  return { open: of("open"), done: of("done"), skipped: of("skipped") };
}
