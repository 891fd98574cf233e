/**
 * Moves packs of a graph from the database to R2. Each step is durable before the next one starts:
 *
 * 1. store a row about the R2 object without its list of packs, so that a deletion always finds the
 *   object
 * 2. write the object
 * 3. read the object back and compare it with the packs' checksums
 * 4. store the list of packs in the row: from now on, readers read these packs from the object
 * 5. delete the packs' rows
 *
 * After a crash before step 4, the next move deletes the object. After a crash in step 5, the next
 * move repeats step 5.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, max, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { packBody } from "../graphs/pack-body.ts";
import { boundBucket, type PackPlaces } from "../graphs/pack-databases.ts";
import { coldObject } from "../schema/graphs/cold-objects.ts";
import { pack } from "../schema/project.ts";
import { ColdBucket, type ColdObject, describePack } from "./cold-bucket.ts";
import type { ColdPack } from "./cold-rows.ts";

/**
 * Maximum number of bytes in an object. A larger pack gets an object of its own. A move holds the
 * object in memory twice, and a Durable Object has only 128 MB.
 */
const MOST_BYTES = 4_000_000;
/** Maximum number of packs in an object. Their list must fit into one column value. */
const MOST_PACKS = 500;
/** Maximum number of packs in one query. D1 has too little memory for an answer with more packs. */
const READ_AT_ONCE = 2;
/**
 * Maximum number of packs that one statement deletes. A pack has up to 2 MB, and D1 stops a
 * statement after some seconds.
 */
const DELETED_AT_ONCE = 100;

interface MoveDeps {
  readonly places: PackPlaces;
  /** Returns a different text at each call. */
  readonly random: () => string;
  /**
   * The move calls this function before each object, and stops if the result is false. The result
   * is false if the graph must be deleted. So the deletion waits for at most one object.
   */
  readonly goesOn: () => boolean;
}

export interface Moved {
  readonly objects: number;
  readonly packs: number;
  readonly bytes: number;
}

interface MovedGraph {
  readonly project: string;
  readonly graph: string;
  /**
   * Sequence number of the last log row whose events may move. The caller makes sure that the packs
   * up to this row no longer change.
   */
  readonly upTo: number;
}

/**
 * Moves the graph's packs. If the call fails, repeat it: the next call first cleans up what the
 * failed one left behind.
 */
export async function movePacks(deps: MoveDeps, moved: MovedGraph): Promise<Moved> {
  const { current, all } = await deps.places.of(moved.project);
  const total = { objects: 0, packs: 0, bytes: 0 };
  // The project's packs are moving to another database, so a graph can have packs in two databases.
  // Do not move them to R2 meanwhile.
  if (all.length > 1) return total;
  const move = new Move(deps, moved, current);
  await move.removeUnfinished();
  for (;;) {
    await move.deleteMovedRows();
    const packs = deps.goesOn() ? await move.nextObject() : undefined;
    if (packs === undefined) return total;
    total.objects++;
    total.packs += packs.length;
    total.bytes += packs.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

class Move {
  readonly #deps: MoveDeps;
  readonly #moved: MovedGraph;
  readonly #packs: Database;
  readonly #bucket: ColdBucket;

  constructor(deps: MoveDeps, moved: MovedGraph, packs: Database) {
    this.#deps = deps;
    this.#moved = moved;
    this.#packs = packs;
    this.#bucket = boundBucket(deps.places);
  }

  /** Deletes the objects of interrupted moves, and their rows. Such a row has no list of packs. */
  async removeUnfinished(): Promise<void> {
    const unfinished = and(this.#ownObjects(), isNull(coldObject.packs));
    const rows = await this.#packs
      .select({ key: coldObject.key })
      .from(coldObject)
      .where(unfinished);
    if (rows.length === 0) return;
    await this.#bucket.delete(rows.map(({ key }) => key));
    await this.#packs.delete(coldObject).where(unfinished);
  }

  async deleteMovedRows(): Promise<void> {
    if ((await this.#movedThrough()) < 0) return;
    // The delete statement itself must find the last moved sequence number. Between two statements,
    // the graph could be deleted and created again. A number that was read before would then delete
    // packs of the new graph.
    const through = sql`(select max(${coldObject.through}) from ${coldObject} where ${this.#takenObjects()})`;
    const own = and(this.#ownPacks(), lte(pack.sequence, through));
    const next = this.#packs
      .select({ sequence: pack.sequence })
      .from(pack)
      .where(own)
      .limit(DELETED_AT_ONCE);
    let deleted: unknown[];
    do {
      deleted = await this.#packs
        .delete(pack)
        .where(and(own, inArray(pack.sequence, next)))
        .returning({ sequence: pack.sequence });
    } while (deleted.length === DELETED_AT_ONCE);
  }

  /**
   * Moves the next packs into one object. Returns undefined if no pack is left or the graph was
   * deleted.
   */
  async nextObject(): Promise<readonly ColdPack[] | undefined> {
    const { packs, bodies } = await this.#nextPacks();
    const first = packs[0];
    if (first === undefined) return undefined;
    const object: ColdObject = {
      ...{ project: this.#moved.project, graph: this.#moved.graph },
      sequence: first.sequence,
      through: packs.at(-1)?.sequence ?? first.sequence,
      key: ColdBucket.keyOf(this.#moved.project, this.#deps.random()),
      packs,
    };
    if (!(await this.#announce(object))) return undefined;
    await this.#bucket.write(object, bodies);
    if ((await this.#bucket.read(object)) === undefined) {
      throw new Error(`R2 does not have the object ${object.key} that it accepted.`);
    }
    return (await this.#take(object)) ? packs : undefined;
  }

  async #nextPacks() {
    const packs: ColdPack[] = [];
    const bodies: Uint8Array[] = [];
    let bytes = 0;
    for (let after = await this.#movedThrough(); ; ) {
      const rows = await this.#packs
        .select({ sequence: pack.sequence, last: pack.last, body: packBody })
        .from(pack)
        .where(and(this.#ownPacks(), gt(pack.sequence, after), lte(pack.last, this.#moved.upTo)))
        .orderBy(pack.sequence)
        .limit(READ_AT_ONCE);
      for (const { body, ...row } of rows) {
        if (packs.length > 0 && bytes + body.length > MOST_BYTES) return { packs, bodies };
        packs.push(describePack(row, body));
        bodies.push(body);
        bytes += body.length;
        after = row.sequence;
      }
      if (rows.length < READ_AT_ONCE || packs.length >= MOST_PACKS) return { packs, bodies };
    }
  }

  /**
   * Stores the object's row if the packs still exist. The insert statement checks this, because the
   * graph can be deleted just before the statement runs.
   * @returns whether the row was stored
   */
  async #announce({ project, graph, sequence, through, key }: ColdObject): Promise<boolean> {
    const row = sql`select ${project}, ${graph}, ${sequence}, ${through}, ${key}, null where exists (
      select 1 from ${pack} where ${this.#ownPacks()} and ${pack.sequence} = ${sequence})`;
    const written = await this.#packs
      .insert(coldObject)
      .select(row)
      .onConflictDoNothing()
      .returning({ key: coldObject.key });
    return written.length > 0;
  }

  /**
   * Stores the list of packs in the object's row, so that readers read them from the object.
   * @returns false if the graph was deleted meanwhile
   */
  async #take({ sequence, key, packs }: ColdObject): Promise<boolean> {
    const changed = await this.#packs
      .update(coldObject)
      .set({ packs })
      .where(and(this.#ownObjects(), eq(coldObject.sequence, sequence), eq(coldObject.key, key)))
      .returning({ key: coldObject.key });
    return changed.length > 0;
  }

  /** Returns the sequence of the graph's last pack in R2; -1 if R2 has none. */
  async #movedThrough(): Promise<number> {
    const [row] = await this.#packs
      .select({ through: max(coldObject.through) })
      .from(coldObject)
      .where(this.#takenObjects());
    return row?.through ?? -1;
  }

  #ownPacks() {
    return and(eq(pack.project, this.#moved.project), eq(pack.graph, this.#moved.graph));
  }

  #takenObjects() {
    return and(this.#ownObjects(), isNotNull(coldObject.packs));
  }

  #ownObjects() {
    return and(
      eq(coldObject.project, this.#moved.project),
      eq(coldObject.graph, this.#moved.graph),
    );
  }
}
