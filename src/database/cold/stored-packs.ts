/**
 * Reads the packs of a project's graphs from databases and R2. Moving a pack to R2 first lists the
 * pack in the row of an R2 object, and then deletes the pack's own row. Each query here reads both
 * kinds of rows in one transaction. So it never misses a pack that is being moved.
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
 * Maximum number of packs that one query reads. A pack has up to 2 MB. In D1's answer it is a list
 * of numbers, which needs several times as much memory.
 */
const PACKS_AT_ONCE = 2;

/** `body` is undefined if the graph was deleted during the read. */
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
   * Yields the bytes of the graph's packs in ascending order. The last value can be undefined if
   * the graph is deleted meanwhile.
   * @param upTo sequence number of a log row. Packs with later log rows are not read
   * @throws PacksLost if R2 lost a pack
   */
  async *read(graphId: string, upTo: number): AsyncGenerator<Uint8Array | undefined> {
    const { all } = await this.#packs.of(this.#project);
    for (let after = -1; ; ) {
      const pages: Page[] = [];
      // Read the databases one after the other, in the order of `ProjectDatabases.all`. In another
      // order, a pack that is just moving between two databases could be missed.
      for (const packs of all) pages.push(await this.#page(packs, graphId, after, upTo));
      const cold = firstObject(pages);
      if (cold === undefined) {
        const { rows, isLast } = mergedRows(pages);
        for (const { body } of rows) yield body;
        if (isLast) return;
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

  /**
   * Finds the packs after the sequence number `after`. They are the next packs in this database,
   * and the next R2 object that this database describes. One transaction reads both. Otherwise,
   * packs that move from the database to R2 in between could be missed.
   */
  async #page(packs: Database, graphId: string, after: number, upTo: number): Promise<Page> {
    const [objects, rows] = await packs.batch([
      packs
        .select(OBJECT)
        .from(coldObject)
        .where(and(this.#objectsOf(graphId), gt(coldObject.through, after)))
        .orderBy(coldObject.sequence)
        .limit(1),
      packs
        .select(ROW)
        .from(pack)
        .where(and(this.#packsOf(graphId), gt(pack.sequence, after), lte(pack.last, upTo)))
        .orderBy(pack.sequence)
        .limit(PACKS_AT_ONCE),
    ]);
    return { objects, rows };
  }

  /** Returns the last pack that begins at or before the event with the index `place`. */
  async upTo(graphId: string, place: number): Promise<FoundPack | undefined> {
    const { all } = await this.#packs.of(this.#project);
    const pages: Page[] = [];
    for (const packs of all) pages.push(await this.#pageUpTo(packs, graphId, place));
    const row = byPlace(pages).at(-1);
    const cold = inOrder(pages.flatMap(({ objects }) => objects)).at(-1);
    if (cold === undefined || (row !== undefined && row.sequence > cold.through)) return row;
    const index = cold.packs.findLastIndex(({ sequence }) => sequence <= place);
    const [body] = await this.#readObject(cold, index, index + 1);
    return { sequence: cold.packs[index]?.sequence ?? 0, body };
  }

  async #pageUpTo(packs: Database, graphId: string, place: number): Promise<Page> {
    const [objects, rows] = await packs.batch([
      packs
        .select(OBJECT)
        .from(coldObject)
        .where(and(this.#objectsOf(graphId), lte(coldObject.sequence, place)))
        .orderBy(desc(coldObject.sequence))
        .limit(1),
      packs
        .select(ROW)
        .from(pack)
        .where(and(this.#packsOf(graphId), lte(pack.sequence, place)))
        .orderBy(desc(pack.sequence))
        .limit(1),
    ]);
    return { objects, rows };
  }

  /** @returns the packs. If the graph was deleted meanwhile, the list has one undefined entry */
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
   * Whether R2 should contain the object. A deletion removes the graph's row, then its objects,
   * then the objects' rows. So if both rows exist, no deletion has removed the object.
   */
  async #isNeeded(object: ColdObject): Promise<boolean> {
    const graphs = await this.#main
      .select({ id: graph.id })
      .from(graph)
      .where(and(eq(graph.project, this.#project), eq(graph.id, object.graph)));
    if (graphs.length === 0) return false;
    for (const packs of (await this.#packs.of(this.#project)).all) {
      const objects = await packs
        .select({ key: coldObject.key })
        .from(coldObject)
        .where(and(this.#objectsOf(object.graph), eq(coldObject.key, object.key)));
      if (objects.length > 0) return true;
    }
    return false;
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

interface Page {
  readonly objects: readonly ColdObject[];
  readonly rows: readonly PackRow[];
}

interface PackRow extends FoundPack {
  readonly last: number;
  readonly body: Uint8Array;
}

/**
 * Returns the object with the lowest sequence. This object is read before the packs in databases,
 * because all packs in R2 are earlier than the packs in databases.
 */
function firstObject(pages: readonly Page[]): ColdObject | undefined {
  return inOrder(pages.flatMap(({ objects }) => objects))[0];
}

function inOrder<T extends { readonly sequence: number }>(found: readonly T[]): T[] {
  return found.toSorted((a, b) => a.sequence - b.sequence);
}

/**
 * Merges the next packs of all databases in ascending order. Each database has returned one page.
 * If a page is full, its database can have more packs, which can come before packs in the other
 * pages. So this function returns packs only up to the end of the full page that ends first. The
 * next call returns the others.
 */
function mergedRows(pages: readonly Page[]) {
  const full = pages.filter(({ rows }) => rows.length === PACKS_AT_ONCE);
  const through = Math.min(...full.map(({ rows }) => rows.at(-1)?.sequence ?? 0));
  const rows = byPlace(pages).filter(({ sequence }) => sequence <= through);
  return { rows, isLast: full.length === 0 };
}

/**
 * Returns the packs in ascending order. The same pack can be in two databases, because it was
 * stored again after a crash. Then only the pack with more events is returned.
 */
function byPlace(pages: readonly Page[]): PackRow[] {
  const found = new Map<number, PackRow>();
  for (const row of pages.flatMap(({ rows }) => rows)) {
    const known = found.get(row.sequence);
    if (known === undefined || known.last < row.last) found.set(row.sequence, row);
  }
  return inOrder([...found.values()]);
}

const ROW = { sequence: pack.sequence, last: pack.last, body: packBody };
const OBJECT = {
  project: coldObject.project,
  graph: coldObject.graph,
  sequence: coldObject.sequence,
  through: coldObject.through,
  key: coldObject.key,
  packs: sql<readonly ColdPack[]>`${coldObject.packs}`.mapWith(coldObject.packs),
};
