/** The progress of queues: of all people, of each, and of the one who asks. */
import { count, sql } from "drizzle-orm";
import type { Queue } from "../../protocol/api/annotation/queues.ts";
import { projectMembers } from "../annotation/project-members.ts";
import type { Database } from "../database.ts";
import { type queue, queueItem } from "../schema/annotation/queues.ts";
import { ITEM_STATE } from "./item-states.ts";

export type StoredQueue = typeof queue.$inferSelect;

type Progress = Queue["progress"];

interface StateCount {
  readonly state: keyof Progress;
  readonly items: number;
}

/** @param person id of the signed-in person; undefined for a key */
export async function withProgress(
  database: Database,
  project: string,
  queues: readonly StoredQueue[],
  person: string | undefined,
): Promise<Queue[]> {
  if (queues.length === 0) return [];
  const ids = JSON.stringify(queues.map(({ id }) => id));
  const isShown = sql`${queueItem.queue} in (select value from json_each(${ids}))`;
  const [ofPeople, ofCases] = await database.batch([
    database
      .select({
        queue: queueItem.queue,
        person: queueItem.person,
        state: ITEM_STATE.as("state"),
        items: count(),
      })
      .from(queueItem)
      .where(isShown)
      .groupBy(queueItem.queue, queueItem.person, sql`state`),
    database
      .select({
        queue: queueItem.queue,
        case: queueItem.case,
        done: sql<number>`sum(${ITEM_STATE} = 'done')`,
      })
      .from(queueItem)
      .where(isShown)
      .groupBy(queueItem.queue, queueItem.case),
  ]);
  const members = await projectMembers(database, project);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return queues.map((row) => {
    const cases = ofCases.filter((each) => each.queue === row.id);
    const states = ofPeople.filter((each) => each.queue === row.id);
    const of = (id: string) => sumOf(states.filter((each) => each.person === id));
    const people = [...new Set([...row.people, ...states.map((each) => each.person)])];
    return {
      ...{ id: row.id, name: row.name, state: row.state },
      ...{ perItem: row.perItem, isBlind: row.isBlind },
      createdAt: new Date(row.createdAt).toISOString(),
      closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
      cases: cases.length,
      complete: cases.filter(({ done }) => done >= row.perItem).length,
      progress: sumOf(states),
      people: people.map((id) => ({
        ...{ id, name: names.get(id) ?? null, isAssigned: row.people.includes(id) },
        ...of(id),
      })),
      mine: states.some((each) => each.person === person) ? of(person ?? "") : null,
      selections: row.selections.map(({ at, cases: chosen, added }) => ({
        ...{ at: new Date(at).toISOString(), cases: chosen, added },
      })),
    };
  });
}

function sumOf(states: readonly StateCount[]): Progress {
  const of = (state: keyof Progress) =>
    states.reduce((sum, each) => sum + (each.state === state ? each.items : 0), 0);
  return { open: of("open"), done: of("done"), skipped: of("skipped") };
}
