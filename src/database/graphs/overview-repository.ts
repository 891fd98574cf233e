import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { graphOverview, type OverviewKind } from "../schema/memory.ts";
import { graph } from "../schema/project.ts";
import { readable, written } from "./pack-body.ts";

/**
 * Maximum number of bytes of one stored part. As hexadecimal text, it stays below D1's limit of 2
 * MB.
 */
const MAX_PART_BYTES = 800_000;
/**
 * Maximum number of parts. A larger overview would need too much storage, and reading it would take
 * too long.
 */
const MAX_PARTS = 40;

/** SQL for the text that `GraphRepository.revision` returns. */
const REVISION = sql<string>`${graph.createdAt} || '-' || ${graph.revision}`;

/** The graph's state from which an overview was made, and the service version that made it. */
export interface OverviewState {
  readonly revision: string;
  /** Version of this service. Another version can compute the overview differently. */
  readonly version: string;
}

/** Facts about a graph and its overview that are known without loading the graph. */
export interface OverviewStanding {
  /** Number of the graph's operations, variables and links. */
  readonly records: number;
  /** Number of times that a worker began the overviews of this revision and did not finish. */
  readonly attempts: number;
  /**
   * First part of the stored overview. Undefined if none is stored, or another version of the
   * service made it.
   */
  readonly stored: StoredOverview | undefined;
}

export interface StoredOverview {
  readonly head: Buffer;
  readonly state: OverviewState;
  /** Whether the overview contains all packs of the graph. */
  readonly isCurrent: boolean;
}

export class OverviewRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Returns the parts with these numbers, in ascending order. Returns undefined if a part is
   * missing or was made from another state of the graph. For example, another request may be
   * replacing the overview at this moment.
   */
  async read(
    graphId: string,
    kind: OverviewKind,
    state: OverviewState,
    parts: readonly number[],
  ): Promise<Buffer[] | undefined> {
    if (parts.length === 0) return [];
    const rows = await this.#database
      .select({ body: readable(graphOverview.body) })
      .from(graphOverview)
      .where(
        and(
          this.#own(graphId, kind),
          eq(graphOverview.state, nameOf(state)),
          inArray(graphOverview.part, [...parts]),
        ),
      )
      .orderBy(asc(graphOverview.part));
    return rows.length === parts.length ? rows.map(({ body }) => body) : undefined;
  }

  /** Returns undefined if the graph does not exist. */
  async standing(
    graphId: string,
    kind: OverviewKind,
    version: string,
  ): Promise<OverviewStanding | undefined> {
    const [row] = await this.#database
      .select({
        records: sql<number>`${graph.operations} + ${graph.variables} + ${graph.links}`,
        attempts: sql<number>`case when ${graph.overviewRevision} = ${graph.revision}
          then ${graph.overviewAttempts} else 0 end`,
        createdAt: graph.createdAt,
        revision: REVISION,
        state: graphOverview.state,
        head: readable(graphOverview.body),
      })
      .from(graph)
      .leftJoin(
        graphOverview,
        and(
          eq(graphOverview.project, graph.project),
          eq(graphOverview.graph, graph.id),
          eq(graphOverview.kind, kind),
          eq(graphOverview.part, 0),
        ),
      )
      .where(and(eq(graph.project, this.#project), eq(graph.id, graphId)));
    if (row === undefined) return undefined;
    const { records, attempts, createdAt, revision, state, head } = row;
    const isOurs = state?.startsWith(nameOf({ version, revision: `${createdAt}-` }));
    if (!isOurs || state === null || head === null) return { records, attempts, stored: undefined };
    const made: OverviewState = { version, revision: state.slice(version.length + 1) };
    return {
      records,
      attempts,
      stored: { head, state: made, isCurrent: made.revision === revision },
    };
  }

  /**
   * Counts an attempt to make the graph's overviews. Returns undefined if the graph does not exist.
   */
  async begin(graphId: string): Promise<{ createdAt: number; revision: number } | undefined> {
    const [begun] = await this.#database
      .update(graph)
      .set({
        overviewRevision: graph.revision,
        overviewAttempts: sql`case when ${graph.overviewRevision} = ${graph.revision}
          then ${graph.overviewAttempts} + 1 else 1 end`,
      })
      .where(and(eq(graph.project, this.#project), eq(graph.id, graphId)))
      .returning({ createdAt: graph.createdAt, revision: graph.revision });
    return begun;
  }

  /** Records that the overviews of this revision were made. */
  async end(graphId: string, revision: number): Promise<void> {
    await this.#database
      .update(graph)
      .set({ overviewAttempts: 0 })
      .where(
        and(
          eq(graph.project, this.#project),
          eq(graph.id, graphId),
          eq(graph.overviewRevision, revision),
        ),
      );
  }

  /**
   * Deletes the stored overview and stores this one. The first part is stored last, so if it
   * exists, all parts exist. Returns false if the overview was not stored, because it is too large,
   * the graph has got new packs, or the graph was deleted.
   */
  async write(
    graphId: string,
    kind: OverviewKind,
    state: OverviewState,
    parts: readonly Uint8Array[],
  ): Promise<boolean> {
    await this.#database.delete(graphOverview).where(this.#own(graphId, kind));
    if (parts.length > MAX_PARTS || parts.some(({ length }) => length > MAX_PART_BYTES))
      return false;
    let isStored = false;
    for (const [part, body] of [...parts.entries()].reverse()) {
      const row = sql`select ${this.#project}, ${graph.id}, ${kind}, ${part}, ${nameOf(state)},
        ${written(body)} from ${graph} where ${this.#isAt(graphId, state)}`;
      const { meta } = await this.#database
        .insert(graphOverview)
        .select(row)
        .onConflictDoUpdate({
          target: [
            graphOverview.project,
            graphOverview.graph,
            graphOverview.kind,
            graphOverview.part,
          ],
          set: { state: sql`excluded.state`, body: sql`excluded.body` },
        });
      isStored = meta.changes > 0;
    }
    return isStored;
  }

  #isAt(graphId: string, { revision }: OverviewState): SQL | undefined {
    return and(eq(graph.project, this.#project), eq(graph.id, graphId), eq(REVISION, revision));
  }

  #own(graphId: string, kind: OverviewKind): SQL | undefined {
    return and(
      eq(graphOverview.project, this.#project),
      eq(graphOverview.graph, graphId),
      eq(graphOverview.kind, kind),
    );
  }
}

function nameOf({ revision, version }: OverviewState): string {
  return `${version}:${revision}`;
}
