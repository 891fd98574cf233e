/**
 * Reads the packs of one project's graphs: from R2 if they were moved, otherwise from the database.
 * Each step reads the rows of packs and of R2 objects in one transaction, so that a parallel move
 * cannot hide a pack.
 */
import { and, desc, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { packBody } from "../graphs/pack-body.ts";
import { boundBucket, type PackPlaces } from "../graphs/pack-databases.ts";
import { coldObject } from "../schema/graphs/cold-objects.ts";
import { graph, pack } from "../schema/project.ts";
import type { ColdObject } from "./cold-bucket.ts";
import type { ColdPack } from "./cold-rows.ts";
import { PacksLost } from "./packs-lost.ts";

/**
 * Number of packs to read in parallel. A pack has up to 2 MB. If the database sends it as a list of
 * numbers, it takes many times that in memory.
 */
const PACKS_AT_ONCE = 2;

/** `body` is undefined if the graph was deleted while the pack was read. */
interface FoundPack {
  readonly sequence: number;
  readonly body: Uint8Array | undefined;
}

export class StoredPacks {
  readonly #main: Database;
  readonly #project: string;
  readonly #packs: PackPlaces;

  constructor(main: Database, project: string, packs: PackPlaces) {
    this.#main = main;
    this.#project = project;
    this.#packs = packs;
  }

  /**
   * Yields the bodies of the graph's packs in order. If the graph is deleted meanwhile, the last
   * body may be undefined.
   * @param upTo last log row to include
   * @throws PacksLost if R2 lost a pack
   */
  async *read(graphId: string, upTo: number): AsyncGenerator<Uint8Array | undefined> {
    const packs = await this.#packs.of(this.#project);
    for (let after = -1; ; ) {
      const [[cold], rows] = await packs.batch([
        packs
          .select(OBJECT)
          .from(coldObject)
          .where(and(this.#objectsOf(graphId), gt(coldObject.through, after)))
          .orderBy(coldObject.sequence)
          .limit(1),
        packs
          .select({ sequence: pack.sequence, body: packBody })
          .from(pack)
          .where(and(this.#packsOf(graphId), gt(pack.sequence, after), lte(pack.last, upTo)))
          .orderBy(pack.sequence)
          .limit(PACKS_AT_ONCE),
      ]);
      if (cold === undefined) {
        for (const { body } of rows) yield body;
        if (rows.length < PACKS_AT_ONCE) return;
        after = rows.at(-1)?.sequence ?? after;
      } else {
        const from = cold.packs.findIndex(({ sequence }) => sequence > after);
        const to = cold.packs.findIndex(({ last }) => last > upTo);
        const end = to < 0 ? cold.packs.length : to;
        if (from < end) yield* await this.#readObject(cold, from, end);
        if (to >= 0) return;
        after = cold.through;
      }
    }
  }

  /** Returns the last pack whose first event is at or before the index `place`. */
  async upTo(graphId: string, place: number): Promise<FoundPack | undefined> {
    const packs = await this.#packs.of(this.#project);
    const [[cold], [row]] = await packs.batch([
      packs
        .select(OBJECT)
        .from(coldObject)
        .where(and(this.#objectsOf(graphId), lte(coldObject.sequence, place)))
        .orderBy(desc(coldObject.sequence))
        .limit(1),
      packs
        .select({ sequence: pack.sequence, body: packBody })
        .from(pack)
        .where(and(this.#packsOf(graphId), lte(pack.sequence, place)))
        .orderBy(desc(pack.sequence))
        .limit(1),
    ]);
    if (cold === undefined || (row !== undefined && row.sequence > cold.through)) return row;
    const index = cold.packs.findLastIndex(({ sequence }) => sequence <= place);
    const [body] = await this.#readObject(cold, index, index + 1);
    return { sequence: cold.packs[index]?.sequence ?? 0, body };
  }

  /** @returns a list with undefined if the graph was deleted meanwhile */
  async #readObject(
    object: ColdObject,
    from: number,
    to: number,
  ): Promise<(Uint8Array | undefined)[]> {
    const bodies = await boundBucket(this.#packs).read(object, from, to);
    if (bodies !== undefined) return bodies;
    if (await this.#isNeeded(object)) throw new PacksLost(object, "missing");
    return [undefined];
  }

  /**
   * Whether the object should exist in R2. A deletion removes first the graph's row, then its
   * objects, then the objects' rows. If the graph's row and the object's row both exist, no
   * deletion removed the object.
   */
  async #isNeeded(object: ColdObject): Promise<boolean> {
    const packs = await this.#packs.of(this.#project);
    const [graphs, objects] = await Promise.all([
      this.#main
        .select({ id: graph.id })
        .from(graph)
        .where(and(eq(graph.project, this.#project), eq(graph.id, object.graph))),
      packs
        .select({ key: coldObject.key })
        .from(coldObject)
        .where(and(this.#objectsOf(object.graph), eq(coldObject.key, object.key))),
    ]);
    return graphs.length > 0 && objects.length > 0;
  }

  #packsOf(graphId: string) {
    return and(eq(pack.project, this.#project), eq(pack.graph, graphId));
  }

  #objectsOf(graphId: string) {
    return and(
      eq(coldObject.project, this.#project),
      eq(coldObject.graph, graphId),
      isNotNull(coldObject.packs),
    );
  }
}

const OBJECT = {
  project: coldObject.project,
  graph: coldObject.graph,
  sequence: coldObject.sequence,
  through: coldObject.through,
  key: coldObject.key,
  packs: sql<readonly ColdPack[]>`${coldObject.packs}`.mapWith(coldObject.packs),
};
