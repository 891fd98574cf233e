/**
 * Moves the rows of a graph's packs between databases. Packs are deleted in the first database only
 * after their copies were compared. So each pack is always in at least one database, and after a
 * crash, the next call continues. The caller must prevent a deletion of the graph. Meanwhile, new
 * packs can be stored in either database.
 */
import type { Buffer } from "node:buffer";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Moved } from "../cold/move-packs.ts";
import type { Database } from "../database.ts";
import { packBody, written } from "../graphs/pack-body.ts";
import { coldObject } from "../schema/graphs/cold-objects.ts";
import { pack } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";

/**
 * Number of packs that are copied together. A pack has up to 2 MB, and needs several times as much
 * memory in D1's answer.
 */
const PACKS_AT_ONCE = 2;
/** Number of rows about R2 objects that are copied together. A row lists up to 500 packs. */
const OBJECTS_AT_ONCE = 10;

interface RowsMove {
  readonly from: Database;
  readonly to: Database;
  readonly project: string;
  readonly graph: string;
  /** Returns false if a deletion of the graph waits. The move must then stop. */
  goesOn(): boolean;
}

/**
 * @returns the number of moved packs. Packs in R2 do not count: they stay there, and only their
 * rows move.
 */
export async function moveRows(move: RowsMove): Promise<Moved> {
  let moved = 0;
  let some = 0;
  do {
    some = move.goesOn() ? await movePacks(move) : 0;
    moved += some;
  } while (some > 0);
  while (move.goesOn() && (await moveObjects(move)) > 0);
  return { objects: 0, packs: moved, bytes: 0 };
}

async function movePacks({ from, to, project, graph }: RowsMove): Promise<number> {
  const own = and(eq(pack.project, project), eq(pack.graph, graph));
  const columns = { sequence: pack.sequence, last: pack.last, body: packBody };
  const rows = await from
    .select(columns)
    .from(pack)
    .where(own)
    .orderBy(pack.sequence)
    .limit(PACKS_AT_ONCE);
  for (const { sequence, last, body } of rows) {
    // If both databases have the pack, keep the one with more events: it contains all events of the
    // other one.
    await to
      .insert(pack)
      .values({ project, graph, sequence, last, body: written(body) })
      .onConflictDoUpdate({
        target: [pack.project, pack.graph, pack.sequence],
        set: { last, body: sql`excluded.body` },
        setWhere: sql`${pack.last} < ${last}`,
      });
  }
  if (rows.length === 0) return 0;
  const sequences = rows.map(({ sequence }) => sequence);
  const copies = await to
    .select(columns)
    .from(pack)
    .where(and(own, inArray(pack.sequence, sequences)));
  for (const row of rows) {
    const copy = copies.find(({ sequence }) => sequence === row.sequence);
    if (copy === undefined || !isCopyOf(copy, row))
      throw new Error(`The copy of pack ${row.sequence} differs from the pack.`);
  }
  await from.delete(pack).where(and(own, inArray(pack.sequence, sequences)));
  return rows.length;
}

interface PackRow {
  readonly last: number;
  readonly body: Buffer;
}

function isCopyOf(copy: PackRow, row: PackRow): boolean {
  return copy.last > row.last || (copy.last === row.last && copy.body.equals(row.body));
}

/** Moves the rows about R2 objects. The objects stay in R2. */
async function moveObjects({ from, to, project, graph }: RowsMove): Promise<number> {
  const own = and(eq(coldObject.project, project), eq(coldObject.graph, graph));
  const rows = await from.select().from(coldObject).where(own).limit(OBJECTS_AT_ONCE);
  if (rows.length === 0) return 0;
  for (const row of rows) await to.insert(coldObject).values(row).onConflictDoNothing();
  const keys = rows.map(({ key }) => key);
  const moved = await to
    .select({ key: coldObject.key })
    .from(coldObject)
    .where(and(own, isOneOf(coldObject.key, keys)));
  if (moved.length < rows.length) throw new Error("A row about an object in R2 was not copied.");
  await from.delete(coldObject).where(and(own, isOneOf(coldObject.key, keys)));
  return rows.length;
}
